import { expect, test } from "vitest";
import type { PlacedWord } from "#documents/layout/placed-word.ts";
import type { OcrEngine } from "#documents/ocr/ocr-engine.ts";
import type { ParsedPage } from "#documents/pdf/parser.ts";
import { readBy } from "#documents/testing/blind-ppocr.ts";
import { makePdf, textAt } from "#documents/testing/make-pdf.ts";
import { isMixedUp, withLostLetters } from "./lost-letters.ts";

const [WIDTH, HEIGHT] = [595, 842];
/** Words are drawn in Latin letters of about this place and size; what they say is known from the text layer or from OCR. */
const SPOTS = [0, 1, 2, 3].map((column) => 60 + 110 * column);
const drawn = (spots: readonly number[], top: number) => spots.map((left) => textAt(left, top, "nnnn nnnn", { size: 12 })).join("");
const parsed = { pageNum: 1, width: WIDTH, height: HEIGHT, textItems: [], text: "", markdown: "" } satisfies ParsedPage;

const placed = (text: string, left: number, top: number): PlacedWord => {
  const box = { left, top, right: left + 62, bottom: top + 13 };
  return { word: { text, box, certainty: 1, source: "native", fontSize: 12, bold: false }, turn: 0, run: left + top };
};
const textsOf = (words: readonly PlacedWord[] | null) => words?.map(({ word }) => word.text);

/** An engine that reads `words` (boxes in points) in any picture. */
function reading(words: readonly PlacedWord[]) {
  const asked: string[][] = [];
  const engine: OcrEngine = {
    inLanguages: (languages) => {
      asked.push([...languages]);
      return engine;
    },
    recognise: async ({ width }) =>
      words.map(({ word: { text, box }, run }) => {
        const by = width / WIDTH;
        return {
          text,
          run,
          certainty: 0.9,
          box: { left: box.left * by, top: box.top * by, right: box.right * by, bottom: box.bottom * by },
        };
      }),
  };
  return { engines: readBy(engine), asked };
}

const HEADER = ["אזור", "אזור", "אזור", "הנכס"];
const SECOND = ["שיעורי", "הארנונה", "לשנת", "מגורים"];
const sound = SECOND.map((text, i) => placed(text, SPOTS[i] ?? 0, 140));
const contextOf = (engines: ReturnType<typeof readBy>, content: string) => ({
  pdf: makePdf({ pages: [content] }),
  password: null,
  engines,
  mayOcr: () => true,
});
const knowing = (words: readonly PlacedWord[]) => ({ words, hidden: [], rulings: [], formFields: [] });
const whole = drawn(SPOTS, 100) + drawn(SPOTS, 140);

test("a line with ink of letters that the text layer lost is taken from OCR, other lines and numbers are not", async () => {
  const stored = [placed("ראזו", SPOTS[0] ?? 0, 100), placed("12.50", SPOTS[1] ?? 0, 100), placed("סכהנ", SPOTS[3] ?? 0, 100)];
  const seen = [
    ...HEADER.map((text, i) => placed(text, SPOTS[i] ?? 0, 100)),
    ...SECOND.map((text, i) => placed(`${text}י`, SPOTS[i] ?? 0, 140)),
  ];
  const more = [0, 1].map((i) => placed(SECOND[i] ?? "", SPOTS[i] ?? 0, 180));
  const { engines, asked } = reading(seen);
  const words = await withLostLetters(parsed, knowing([...stored, ...sound, ...more]), contextOf(engines, whole));
  expect(asked).toEqual([["heb", "eng"]]);
  expect(textsOf(words)?.toSorted()).toEqual(["12.50", ...HEADER, ...SECOND, ...more.map(({ word }) => word.text)].toSorted());
  expect(words?.filter(({ word }) => word.source === "ocr")).toHaveLength(HEADER.length);
});

test("a page whose ink its words explain is not read", async () => {
  const { engines, asked } = reading([]);
  const words = [...HEADER.map((text, i) => placed(text, SPOTS[i] ?? 0, 100)), ...sound];
  expect(await withLostLetters(parsed, knowing(words), contextOf(engines, whole))).toBeNull();
  expect(asked).toEqual([]);
});

test("a page in other scripts is not drawn", async () => {
  const words = SPOTS.map((left) => placed("invoice", left, 100));
  const { engines } = reading([]);
  const context = { ...contextOf(engines, ""), pdf: Buffer.alloc(0) };
  expect(await withLostLetters(parsed, knowing(words), context)).toBeNull();
});

test("letters in another order are mixed up, a slip of OCR in a short line is not", () => {
  expect(isMixedUp("ראזו", "אזור", false)).toBe(true);
  expect(isMixedUp("עדמר", "עדמייר", false)).toBe(false);
  expect(isMixedUp("עדמר", "עדמייר", true)).toBe(true);
  expect(isMixedUp("שיעוריהארנונה", "שיעוריהארנונה", true)).toBe(false);
});
