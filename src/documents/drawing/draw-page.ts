/** Draws pages that were made for files without pages: their words, rulings and links, as they were laid out. */
import sharp from "sharp";
import type { Page, Word } from "#documents/document.ts";
import { wideLetters } from "./letters.ts";

/** Only drawings of this file's own are given to it: a file whose bytes are SVG is no picture to the readers. */
sharp.unblock({ operation: ["VipsForeignLoadSvgBuffer"] });

/** Pixels of a drawn page at most: bounds memory. */
const PIXELS_MAX = 20_000_000;
/** Letters of these fonts are as wide as the layout has them; the system's own for letters that they lack. */
const FONTS = "DejaVu Sans Mono, DejaVu Sans, Liberation Mono, monospace";
/** Width of a letter of such a font, in its size. */
const LETTER_WIDTH = 0.602;
/** From the top of a word's box to its baseline, in the size of the type. */
const BASELINE = 0.8;

/** A PNG `widthPx` wide, narrower for a page whose shape would need too many pixels. */
export async function drawPage(page: Page, widthPx: number): Promise<Buffer> {
  const scale = Math.min(widthPx / page.width, Math.sqrt(PIXELS_MAX / (page.width * page.height)));
  return sharp(Buffer.from(svgOf(page, scale)))
    .flatten({ background: "#fff" })
    .png({ compressionLevel: 3 })
    .toBuffer();
}

function svgOf({ width, height, lines, rulings }: Page, scale: number): string {
  const px = (length: number) => Math.max(1, Math.round(length * scale));
  const drawn = [
    ...rulings.map(({ x1, y1, x2, y2 }) => `<path d="M${x1} ${y1}L${x2} ${y2}"/>`),
    ...lines.flatMap((line) => line.segments.flatMap(({ words }) => words.map(textOf))),
  ];
  const size = `width="${px(width)}" height="${px(height)}" viewBox="0 0 ${width} ${height}"`;
  const style = `font-family="${FONTS}" fill="#111" stroke="none"`;
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size}><rect width="100%" height="100%" fill="#fff"/><g stroke="#999" stroke-width="0.6"><g ${style}>${drawn.join("")}</g></g></svg>`;
}

function textOf({ text, box, bold, fontSize }: Word): string {
  const letters = [...text].length + wideLetters(text);
  const fitting = (box.right - box.left) / Math.max(1, letters) / LETTER_WIDTH;
  const size = Math.min(fitting, fontSize || fitting);
  const y = rounded(box.top + (box.bottom - box.top) * BASELINE);
  // Letters of other scripts come from fonts of other widths: their words stand in the middle of the place that they have.
  const isForeign = FOREIGN.test(text);
  const x = rounded(isForeign ? (box.left + box.right) / 2 : box.left);
  const shape = `${bold ? ' font-weight="bold"' : ""}${isForeign ? ' text-anchor="middle"' : ""}${RIGHT_TO_LEFT.test(text) ? ' direction="rtl"' : ""}`;
  return `<text x="${x}" y="${y}" font-size="${rounded(size)}"${shape}>${escaped(text)}</text>`;
}

const FOREIGN = /(?![\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}])\p{L}/u;
const RIGHT_TO_LEFT = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}]/u;

const rounded = (value: number): number => Math.round(value * 100) / 100;

const ESCAPES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };
const SPECIAL = /[&<>]/g;
/** Characters that XML has none of (XML 1.0, 2.2). */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is left out
const FORBIDDEN = /[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

function escaped(text: string): string {
  return text.replace(FORBIDDEN, "").replace(SPECIAL, (sign) => ESCAPES[sign] ?? "");
}
