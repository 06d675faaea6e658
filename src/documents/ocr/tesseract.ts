/** Tesseract, through LiteParse. Its data are in `tessdataDir`; without that path LiteParse would download them. */

import { LiteParse, type TextItem } from "@llamaindex/liteparse";
import { memo } from "#contract/memo.ts";
import { smallest } from "#documents/long-lists.ts";
import { SIGNS } from "./languages.ts";
import type { OcrEngine, OcrWord } from "./ocr-engine.ts";
import { PICTURE_DPI } from "./picture.ts";
import { scriptOfSigns, signWords } from "./signs.ts";
import { advance } from "./word-measures.ts";

export function openTesseract(options: { tessdataDir: string; languages: readonly string[] }): OcrEngine {
  const parser = new LiteParse({
    ocrEnabled: true,
    ocrLanguage: options.languages.join("+"),
    tessdataPath: options.tessdataDir,
    dpi: PICTURE_DPI,
    numWorkers: 1,
    quiet: true,
    imageMode: "off",
    extractLinks: false,
    preserveVerySmallText: true,
  });
  const engineFor = memo((languages: string) => openTesseract({ tessdataDir: options.tessdataDir, languages: languages.split("+") }));
  const signs = scriptOfSigns(options.languages[0]);
  return {
    inLanguages: (languages) => engineFor(languages.join("+")),
    async recognise(picture) {
      const page = (await parser.parse(picture.png)).pages[0];
      if (!page) return [];
      const scale = picture.width / page.width;
      const words = clipped(page.textItems).flatMap((item, run) => wordsOf(item, scale, run));
      return signs === null ? words : signWords(words, signs);
    },
  };
}

const THAI = /\p{Script=Thai}/u;

const SPACE_BETWEEN_SIGNS =
  /(?<=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー々・、。]) (?=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー々・、。])/gu;

/** In scripts without spaces the first sign of a line gets the box of many signs: cuts it where the next sign begins. */
export function clipped<Item extends Pick<TextItem, "text" | "x" | "y" | "width" | "height">>(items: readonly Item[]): Item[] {
  return items.map((item) => {
    // Thai signs are ordered by where they begin, whatever is between them.
    if (THAI.test(item.text) || !SIGNS.test(item.text)) return item;
    const middle = item.y + item.height / 2;
    const inside = items.filter(
      (other) => other.x > item.x && other.x < item.x + item.width && other.y < middle && other.y + other.height > middle,
    );
    const end = Math.min(item.x + item.width, smallest(inside.map(({ x }) => x)));
    return { ...item, width: end - item.x };
  });
}

/** LiteParse joins neighbouring words of one line and drops their boxes; each word's share of the letters gives its box. */
function wordsOf({ text: whole, ...item }: TextItem, scale: number, run: number): OcrWord[] {
  // Tesseract returns single signs of these scripts as words.
  const letters = [...whole.replace(SPACE_BETWEEN_SIGNS, "")];
  const advances = letters.map(advance);
  const total = advances.reduce((sum, width) => sum + width, 0);
  const perUnit = total > 0 ? item.width / total : 0;
  const words: OcrWord[] = [];
  let at = item.x;
  let start = item.x;
  let text = "";
  const finish = () => {
    if (text !== "") {
      const box = { left: start * scale, top: item.y * scale, right: at * scale, bottom: (item.y + item.height) * scale };
      words.push({ text, box, certainty: item.confidence ?? 0, run });
    }
    text = "";
  };
  letters.forEach((letter, index) => {
    const next = at + (advances[index] ?? 0) * perUnit;
    if (letter === " ") finish();
    else {
      if (text === "") start = at;
      text += letter;
    }
    at = next;
    if (letter === " ") start = at;
  });
  finish();
  return words;
}
