import sharp from "sharp";
import { expect, test } from "vitest";
import type { OcrEngine, OcrWord } from "./ocr-engine.ts";
import { inOtherLanguage } from "./other-language.ts";

const png = await sharp({ create: { width: 400, height: 300, channels: 3, background: "#fff" } })
  .png()
  .toBuffer();
const picture = { png, width: 400, height: 300 };
const words = (text: string, certainty: number): OcrWord[] =>
  text.split(" ").map((each, i) => ({ text: each, certainty, run: 0, box: { left: 10, top: 20 * i, right: 90, bottom: 20 * i + 14 } }));

/** Reads every picture as these words in these languages, and as noise in all others; records what it was asked. */
function polyglot(answers: Record<string, OcrWord[]>): { engine: OcrEngine; asked: string[] } {
  const asked: string[] = [];
  const inLanguages = (languages: readonly string[]): OcrEngine => ({
    async recognise() {
      asked.push(languages.join("+"));
      return answers[languages.join("+")] ?? words("x7 qj", 0.4);
    },
  });
  return { engine: { recognise: async () => [], inLanguages }, asked };
}

test("a page in Greek, garbled at first, comes back in Greek", async () => {
  const greek = words("Επαγγελματική εμπειρία Εκπαίδευση", 0.93);
  const { engine, asked } = polyglot({ ell: greek, "ell+eng": greek });
  expect((await inOtherLanguage(picture, words("EntayyeApatixy epreipia", 0.6), engine))?.words).toEqual(greek);
  expect(asked.at(-1)).toBe("ell+eng");
});

test("a well-read English page costs no further reading", async () => {
  const { engine, asked } = polyglot({});
  const first = words("Experience with the team of a large company in the north for many years ".repeat(4).trim(), 0.94);
  expect(await inOtherLanguage(picture, first, engine)).toBeNull();
  expect(asked).toEqual([]);
});

test("a blurred page in Latin letters that no script explains stays as it was read", async () => {
  const { engine } = polyglot({});
  expect(await inOtherLanguage(picture, words("Exp rience wlth tne tearn", 0.6), engine)).toBeNull();
});

test("an engine without further languages is left as it is", async () => {
  expect(await inOtherLanguage(picture, words("EntayyeApatixy", 0.5), { recognise: async () => [] })).toBeNull();
});
