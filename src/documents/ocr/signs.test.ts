import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { OcrWord } from "./ocr-engine.ts";
import { scriptOfSigns, signWords } from "./signs.ts";

/** Signs of 10 px each from `left` on, on the line at `top`. */
const signs = (text: string, left: number, top: number): OcrWord[] =>
  [...text].map((sign, i) => ({
    text: sign,
    certainty: 0.9,
    run: i,
    box: { left: left + 10 * i, top, right: left + 10 * (i + 1), bottom: top + 20 },
  }));
const THAI = /\p{Script=Thai}/u;
const HAN = /\p{Script=Han}/u;
const textsOf = (words: readonly OcrWord[]) => words.map(({ text }) => text);

describe("words of signs", () => {
  test("are in typing order whatever order the engine gives them in", () => {
    const line = signs("กัญญารัตน์", 0, 100);
    fc.assert(
      fc.property(fc.shuffledSubarray(line, { minLength: line.length }), (mixed) => {
        expect(textsOf(signWords(mixed, THAI))).toEqual(["กัญญารัตน์"]);
      }),
    );
  });

  test("are separated at a space and at the end of a line", () => {
    const words = [...signs("วงศ์สวัสดิ์กุล", 115, 100), ...signs("กัญญารัตน์", 0, 100), ...signs("ผู้จัดการ", 0, 130)];
    expect(textsOf(signWords(words, THAI))).toEqual(["กัญญารัตน์", "วงศ์สวัสดิ์กุล", "ผู้จัดการ"]);
  });

  test("have the box of all their signs and their mean certainty", () => {
    const [first, second] = signs("欧阳", 50, 40);
    const [word] = signWords([first, { ...second, certainty: 0.5 }] as OcrWord[], HAN);
    expect(word).toMatchObject({ text: "欧阳", box: { left: 50, top: 40, right: 70, bottom: 60 }, certainty: 0.7 });
  });

  test("are spelled as people type them: marks after their consonant, am as one sign", () => {
    expect(textsOf(signWords(signs("ประสบการณ์ํทางาน", 0, 0), THAI))).toEqual(["ประสบการณ์ทำงาน"]);
  });

  test("absorb specks seen inside them, and no other word", () => {
    const speck: OcrWord = { text: "—", certainty: 0.4, run: 9, box: { left: 12, top: 105, right: 16, bottom: 110 } };
    const address: OcrWord = { text: "a@example.com", certainty: 0.8, run: 8, box: { left: 300, top: 100, right: 420, bottom: 120 } };
    expect(textsOf(signWords([speck, address, ...signs("กัญญา", 0, 100)], THAI))).toEqual(["a@example.com", "กัญญา"]);
  });
});

test("Japanese is not read sign by sign, as a space separates the names of a person", () => {
  expect(["tha", "chi_sim", "jpn", "eng", undefined].map((language) => scriptOfSigns(language) !== null)).toEqual([
    true,
    true,
    false,
    false,
    false,
  ]);
});
