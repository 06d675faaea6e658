/** Text whose letters are filled paths, as drawing programs write them: content of a PDF page without any text. */
import sharp from "sharp";
import { pngOf } from "./draw-picture.ts";

/** Pixels to a point of the drawing that letters are traced from. */
const FINE = 5;

/** Content for a page of `pageHeight` points; `left` and `top` in points. One path for each letter or group of letters that touch. */
export async function outlinedText(
  lines: readonly string[],
  at: { left: number; top: number; size?: number; pageHeight?: number },
): Promise<string> {
  const { left, top, size = 11, pageHeight = 842 } = at;
  const leading = size * 1.5;
  const rows = lines.map(
    (line, row) => `<text x="2" y="${(row + 1) * leading}" font-family="Helvetica, sans-serif" font-size="${size}">${line}</text>`,
  );
  const [width, height] = [Math.max(...lines.map((line) => line.length)) * size * 0.7, (lines.length + 1) * leading];
  const png = await pngOf(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${rows.join("")}</svg>`, {
    density: 72 * FINE,
  });
  const { data, info } = await sharp(png).flatten({ background: "#ffffff" }).greyscale().raw().toBuffer({ resolveWithObject: true });
  const isInk = (x: number, y: number) => (data[y * info.width + x] ?? 255) < 128;
  const paths = lines.map((_, row) => {
    const [from, to] = [Math.round((row + 0.25) * leading * FINE), Math.round((row + 1.25) * leading * FINE)];
    return lettersIn(isInk, info.width, from, to)
      .map((runs) => pathOf(runs, { left, top, pageHeight }))
      .join("");
  });
  return `0 g\n${paths.join("")}`;
}

type Run = { x: number; y: number; length: number };

/** The runs of ink of each letter of a row: letters are parted by columns without ink. */
function lettersIn(isInk: (x: number, y: number) => boolean, width: number, from: number, to: number): Run[][] {
  const letters: Run[][] = [];
  let runs: Run[] = [];
  for (let x = 0; x < width; x += 1) {
    const before = runs.length;
    let length = 0;
    for (let y = from; y <= to; y += 1) {
      if (y < to && isInk(x, y)) length += 1;
      else if (length > 0) {
        runs.push({ x, y: y - length, length });
        length = 0;
      }
    }
    if (runs.length === before && runs.length > 0) {
      letters.push(runs);
      runs = [];
    }
  }
  return letters;
}

/** Upright strips, the first with a side that is a curve. */
function pathOf(runs: readonly Run[], { left, top, pageHeight }: { left: number; top: number; pageHeight: number }): string {
  const strips = runs.map(({ x, y, length }, i) => {
    const [x1, x2] = [left + x / FINE, left + (x + 1.1) / FINE].map((value) => value.toFixed(2));
    const [y1, y2] = [pageHeight - top - y / FINE, pageHeight - top - (y + length) / FINE].map((value) => value.toFixed(2));
    const across = i === 0 ? `${x1} ${y1} ${x2} ${y1} ${x2} ${y1} c` : `${x2} ${y1} l`;
    return `${x1} ${y1} m ${across} ${x2} ${y2} l ${x1} ${y2} l h`;
  });
  return `${strips.join("\n")}\nf\n`;
}
