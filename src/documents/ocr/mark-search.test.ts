import sharp from "sharp";
import { beforeAll, expect, test } from "vitest";
import { pngOf } from "#documents/testing/draw-picture.ts";
import { readLatin } from "./latin-reading.ts";
import { pixelsOnWhite } from "./picture.ts";
import { openPpOcr } from "./ppocr/ppocr.ts";

const ppocr = openPpOcr();

async function textOf(lines: readonly string[]): Promise<string[]> {
  const rows = lines.map((line, i) => `<text x="40" y="${80 + 60 * i}" font-family="sans-serif" font-size="30">${line}</text>`).join("");
  const [width, height] = [1000, 100 + 60 * lines.length];
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="${width}" height="${height}" fill="#fff"/>${rows}</svg>`;
  const read = await readLatin(
    await pixelsOnWhite(
      await sharp(await pngOf(svg))
        .png()
        .toBuffer(),
    ),
    ppocr,
  );
  const byRun = Map.groupBy(read?.words ?? [], ({ run }) => run);
  return [...byRun.values()]
    .sort((a, b) => (a[0]?.word.box.top ?? 0) - (b[0]?.word.box.top ?? 0))
    .map((words) => words.map(({ word }) => word.text).join(" "));
}

beforeAll(async () => {
  await ppocr.rest();
});

test("a page with a few diacritics in a language that is not known by its words has them all", async () => {
  const lines = ["Käufer: Liselotte Müller", "Göttingen, Postfach 4711", "Währung Euro", "Total 119,00"];
  expect(await textOf(lines)).toEqual(lines);
});

test("a German page has its own letters", async () => {
  const lines = ["Die Lieferung der Geräte ist für den 3. März", "und nicht für die Bücher vorgesehen", "Straße und Hausnummer"];
  expect(await textOf(lines)).toEqual(lines);
});

test("a page without any is read with plain letters", async () => {
  const lines = ["Invoice number INV-2041", "The Corner Pantry Ltd | London", "Total due 10,251.34"];
  expect(await textOf(lines)).toEqual(lines);
});
