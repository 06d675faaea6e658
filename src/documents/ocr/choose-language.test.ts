import { expect, test } from "vitest";
import { isDoubtful, isInThisScript, latinLanguageOf, markedFirstOf, scriptsOf, speaksFor, withKept } from "./choose-language.ts";
import type { OcrWord } from "./ocr-engine.ts";

const word = (text: string, certainty: number, top = 0, left = 0): OcrWord => ({
  text,
  certainty,
  run: 0,
  box: { left, top, right: left + 60, bottom: top + 10 },
});
const words = (text: string, certainty: number) => text.split(" ").map((each) => word(each, certainty));
const ENGLISH = words("Experience with the team of a large company in the north for many years ".repeat(4).trim(), 0.94);

test("a page read with high certainty is not tried in another script", () => {
  expect(isDoubtful(ENGLISH)).toBe(false);
  expect(isDoubtful(words("OneiT paéorei ueBecraa ".repeat(20).trim(), 0.66))).toBe(true);
});

test("a page with few words is tried in other scripts, a page without words is not", () => {
  expect(isDoubtful(words("mia@example.com Java", 0.95))).toBe(true);
  expect(isDoubtful([])).toBe(false);
});

test("the script whose own letters are read with certainty wins over other readings", () => {
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

test("a reading in another script must be certain and stronger", () => {
  const garbled = words("OneiT paéorei ueBecraa", 0.66);
  expect(isInThisScript(words("Опыт работы Екатерина Андреевна", 0.92), garbled, "kaz")).toBe(true);
  expect(isInThisScript(words("ก ข ค ง กขค", 0.72), garbled, "tha")).toBe(false);
  expect(isInThisScript(words("Опыт работы", 0.92), ENGLISH, "kaz")).toBe(false);
});

test("a language is recognised by its words, even without diacritics", () => {
  expect(latinLanguageOf(words("Doswiadczenie zawodowe oraz umiejetnosci od roku 2019", 0.9))).toEqual(["pol"]);
  expect(latinLanguageOf(words("Experiencia laboral con años de trabajo para los clientes", 0.9))).toEqual(["spa"]);
  expect(latinLanguageOf(ENGLISH)).toEqual([]);
  expect(latinLanguageOf(words("Berufserfahrung mit der Leitung von drei Abteilungen in der Fertigung und im Vertrieb", 0.9))).toEqual([]);
  expect(latinLanguageOf(words("Expérience dans la vente et le conseil à la clientèle de la banque en France", 0.9))).toEqual([]);
});

test("addresses and numbers of the first reading replace those read in another script", () => {
  const first = [word("+44", 0.9, 0, 0), word("1632", 0.9, 0, 70), word("OneiT", 0.9, 20, 0)];
  const second = [word("४४", 0.8, 0, 0), word("१६३२", 0.8, 0, 70), word("काम", 0.9, 20, 0)];
  expect(
    withKept(second, first)
      .map(({ text }) => text)
      .sort(),
  ).toEqual(["+44", "1632", "काम"]);
});

test("a page in German or French is distinguished from one in English, which has no diacritics to lose", () => {
  expect(markedFirstOf(words("Berufserfahrung mit der Leitung von drei Abteilungen in der Fertigung und im Vertrieb", 0.9))).toEqual([
    "deu",
  ]);
  expect(markedFirstOf(words("Expérience dans la vente et le conseil pour les clients de la banque en France", 0.9))).toEqual(["fra"]);
  expect(markedFirstOf(ENGLISH)).toEqual([]);
});
