import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { boxSvg, type DrawnBox, pageSvg, TICKS, textSvg } from "#documents/testing/draw-form.ts";
import { pngOf } from "#documents/testing/draw-picture.ts";
import { marksIn } from "./find-marks.ts";

const WORD_PT = 10;
const TEXT = /<text x="(\d+)" y="(\d+)"[^>]*font-size="(\d+)"[^>]*>([^<]+)</g;
const [PAGE_WIDTH, PAGE_HEIGHT] = [595, 842];
/** Of the letters of a printed face on average, as a share of its size. */
const LETTER_WIDTH = 0.6;
type Page = { content: string; dpi?: number; turn?: number; quality?: number };

/** The marks in points, left to right, as "x" or "-"; the words are where they are drawn, as OCR gives them. */
async function states({ content, dpi = 200, turn = 0, quality = 100 }: Page): Promise<string> {
  const png = await pngOf(pageSvg(content), { density: dpi });
  const jpeg = await sharp(png).rotate(turn, { background: "#fff" }).jpeg({ quality }).toBuffer();
  const { data, info } = await sharp(jpeg).greyscale().toColourspace("b-w").raw().toBuffer({ resolveWithObject: true });
  const scale = dpi / 72;
  const words = drawnWords(content).map(({ text, x, y, width, height }) => {
    const [across, down] = [x + width / 2 - PAGE_WIDTH / 2, y - height / 2 - PAGE_HEIGHT / 2];
    const [sin, cos] = [Math.sin((turn * Math.PI) / 180), Math.cos((turn * Math.PI) / 180)];
    const middle = { x: info.width / 2 + scale * (across * cos - down * sin), y: info.height / 2 + scale * (across * sin + down * cos) };
    const [half, high] = [(scale * width) / 2, (scale * height) / 2 + 2];
    const box = { left: middle.x - half, top: middle.y - high, right: middle.x + half, bottom: middle.y + high };
    return { text, box, certainty: 0.95, source: "ocr" as const };
  });
  const marks = marksIn({ data, width: info.width, height: info.height }, words, WORD_PT * scale);
  return marks
    .sort((a, b) => a.box.left - b.box.left)
    .map(({ checked }) => (checked ? "x" : "-"))
    .join("");
}

/** Words of the texts of a drawing in points; `y` is their baseline. */
const drawnWords = (content: string) =>
  [...content.matchAll(TEXT)].flatMap(([, left, bottom, size, line = ""]) =>
    [...line.matchAll(/\S+/g)].map(({ 0: text, index }) => {
      const letter = LETTER_WIDTH * Number(size);
      return { text, x: Number(left) + letter * index, y: Number(bottom), width: letter * text.length, height: 0.8 * Number(size) };
    }),
  );

const row = (more: Partial<DrawnBox>, ticks: readonly DrawnBox["tick"][]) =>
  ticks
    .map(
      (tick, i) =>
        boxSvg({ left: 60 + 70 * i, top: 100, sidePt: 10, shape: "square", linePt: 0.8, tick, ...more }) +
        textSvg(76 + 70 * i, 109, "Option"),
    )
    .join("");
const EACH = [null, ...TICKS.slice(0, 4), null] as const;

describe("a row of check boxes is found with its states", () => {
  test.each([100, 150, 200, 300])("at %d dpi", async (dpi) => {
    expect(await states({ content: row({}, EACH), dpi })).toBe("-xxxx-");
  });

  test.each([0.5, 0.8, 1.5])("drawn with lines of %d points", async (linePt) => {
    expect(await states({ content: row({ linePt }, EACH), dpi: 150 })).toBe("-xxxx-");
  });

  test.each([7, 12, 16])("with sides of %d points", async (sidePt) => {
    expect(await states({ content: row({ sidePt }, EACH) })).toBe("-xxxx-");
  });

  test.each([-1, 1])("turned by %d degree, as a JPEG", async (turn) => {
    expect(await states({ content: row({}, EACH), turn, quality: 40 })).toBe("-xxxx-");
  });
});

test("radio buttons are found with their states", async () => {
  expect(await states({ content: row({ shape: "circle" }, [null, "dot", null, "cross", "check"]) })).toBe("-x-xx");
});

test.each([2, 3])("a ruling %d points above them is no part of them", async (gapPt) => {
  const ruling = `<path d="M 40 ${100 - gapPt} H 500" stroke="#222" stroke-width="0.8" fill="none"/>`;
  expect(await states({ content: row({ sidePt: 9 }, EACH) + ruling })).toBe("-xxxx-");
});

test("a box with an open corner is one", async () => {
  const open = `${row({}, [null, "check"])}<rect x="59" y="99" width="2" height="2" fill="#fff"/>`;
  expect(await states({ content: open })).toBe("-x");
});

describe("no check box is", () => {
  const cells = (width: number, count: number) =>
    Array.from(
      { length: count },
      (_, i) => `<rect x="${60 + width * i}" y="200" width="${width}" height="14" fill="none" stroke="#222"/>`,
    ).join("");

  test.each([
    ["a cell of a table", cells(60, 5)],
    ["a row of cells for letters", cells(13, 9)],
    ["letters like boxes", textSvg(60, 200, "BOOD 080 DOB HEEL □".replace("□", ""), 14)],
    ["a bullet", `<rect x="60" y="200" width="5" height="5" fill="#222"/>${textSvg(70, 206, "First")}`],
    ["a filled square without an empty one", `<rect x="60" y="200" width="11" height="11" fill="#222"/>`],
    ["the corner of a bar", `<rect x="60" y="200" width="300" height="12" fill="#222"/>`],
    [
      "a code of squares",
      Array.from({ length: 400 }, (_, i) =>
        (i * 7919) % 3 === 0 ? `<rect x="${60 + 4 * (i % 20)}" y="${200 + 4 * Math.floor(i / 20)}" width="4" height="4"/>` : "",
      ).join(""),
    ],
  ])("%s", async (_, content) => {
    expect(await states({ content })).toBe("");
  });
});
