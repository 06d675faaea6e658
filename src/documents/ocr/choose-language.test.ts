import fc from "fast-check";
import { expect, test } from "vitest";
import { isDoubtful, isInThisScript, latinLanguageOf, scriptsOf, speaksFor, worstBand } from "./choose-language.ts";
import type { OcrWord } from "./ocr-engine.ts";

const word = (text: string, certainty: number, top = 0, left = 0): OcrWord => ({
  text,
  certainty,
  run: 0,
  box: { left, top, right: left + 60, bottom: top + 10 },
});
const words = (text: string, certainty: number) => text.split(" ").map((each) => word(each, certainty));
const ENGLISH = words("Experience with the team of a large company in the north for many years ".repeat(4).trim(), 0.94);

test("a page read surely is not tried in another script", () => {
  expect(isDoubtful(ENGLISH)).toBe(false);
  expect(isDoubtful(words("OneiT paéorei ueBecraa ".repeat(20).trim(), 0.66))).toBe(true);
});

test("few words on a page may be the only Latin ones, so that others are tried; none at all are not", () => {
  expect(isDoubtful(words("mia@example.com Java", 0.95))).toBe(true);
  expect(isDoubtful([])).toBe(false);
});

test("the script whose own letters are read surely is taken, whatever others make of them", () => {
  const trials = [
    { language: "kaz", words: words("Опыт работы Образование", 0.91) },
    { language: "ell", words: words("Οπιτ ραποτι", 0.55) },
    { language: "tha", words: words("ก ข ฃ ค", 0.7) },
  ];
  expect(scriptsOf(trials)[0]).toBe("kaz");
});

test("Latin letters that a script's data read as Latin do not speak for the script", () => {
  expect(scriptsOf([{ language: "jpn", words: words("Experience with the team", 0.93) }])).toEqual([]);
});

test("Chinese alone does not end the search, as Japanese looks alike", () => {
  const han = words("工作经历市场营销经理负责全国新品上市计划和年度预算", 0.95);
  expect(speaksFor({ language: "chi_sim", words: han })).toBe(false);
  expect(speaksFor({ language: "kor", words: words("업무 경험 주문과 결제 서비스를 설계하고 운영 시간을", 0.95) })).toBe(true);
});

test("a reading in another script has to be sure and stronger", () => {
  const garbled = words("OneiT paéorei ueBecraa", 0.66);
  expect(isInThisScript(words("Опыт работы Екатерина", 0.92), garbled)).toBe(true);
  expect(isInThisScript(words("ก ข ค ง กขค", 0.72), garbled)).toBe(false);
  expect(isInThisScript(words("Опыт работы", 0.92), ENGLISH)).toBe(false);
});

test("a language is known by its words, even without their marks", () => {
  expect(latinLanguageOf(words("Doswiadczenie zawodowe oraz umiejetnosci od roku 2019", 0.9))).toEqual(["pol"]);
  expect(latinLanguageOf(words("Experiencia laboral con años de trabajo para los clientes", 0.9))).toEqual(["spa"]);
  expect(latinLanguageOf(ENGLISH)).toEqual([]);
  expect(latinLanguageOf(words("Berufserfahrung mit der Leitung von drei Abteilungen in der Fertigung und im Vertrieb", 0.9))).toEqual([]);
  expect(latinLanguageOf(words("Expérience dans la vente et le conseil à la clientèle de la banque en France", 0.9))).toEqual([]);
});

/** Vertical strokes from row 60 to 80. */
function striped(): { data: Uint8Array; width: number; height: number } {
  const data = new Uint8Array(100 * 200).fill(255);
  for (let y = 60; y < 80; y += 1) for (let x = 0; x < 100; x += 4) data[y * 100 + x] = 0;
  return { data, width: 100, height: 200 };
}

test("the band holds the strokes that no word explains", () => {
  const band = worstBand([], striped());
  expect(band.top).toBeGreaterThanOrEqual(60);
  expect(band.bottom).toBeLessThanOrEqual(80);
  const explained = [{ ...word("strokes", 0.95, 60), box: { left: 0, top: 60, right: 100, bottom: 80 } }];
  expect(worstBand(explained, striped()).top).toBe(0);
});

test("a band lies within the picture, whatever words were read", () => {
  const box = fc.record({
    text: fc.string(),
    top: fc.integer({ min: -50, max: 400 }),
    certainty: fc.double({ min: 0, max: 1, noNaN: true }),
  });
  fc.assert(
    fc.property(fc.array(box), (read) => {
      const { top, bottom } = worstBand(
        read.map(({ text, certainty, top: at }) => word(text, certainty, at)),
        striped(),
      );
      expect(top).toBeGreaterThanOrEqual(0);
      expect(bottom).toBeLessThanOrEqual(200);
      expect(bottom).toBeGreaterThan(top);
    }),
  );
});
