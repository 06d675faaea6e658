/**
 * Builds words for scripts that Tesseract reads sign by sign, each with its own box: in Thai a consonant, the vowel above it and the tone
 * above that, in typing order. LiteParse joins neighbours of one height, skipping the signs between them.
 */
import type { Box } from "#documents/document.ts";
import { boxAround } from "#documents/layout/assemble.ts";
import type { OcrWord } from "./ocr-engine.ts";

/** By the language of the data that the picture is read with. Japanese is left out: a single space separates the names of a person. */
const SCRIPTS: Readonly<Record<string, RegExp>> = { tha: /\p{Script=Thai}/u, chi_sim: /\p{Script=Han}/u, chi_sim_large: /\p{Script=Han}/u };

/** Share of the smaller height that two signs of one line have in common. */
const COMMON_HEIGHT_MIN = 0.5;
/**
 * Minimum gap between two words, in advances of the line's signs: measured on Thai, spaces have 0.8 to 1.8 and signs of one word up to 0.6.
 */
const SPACE_MIN = 0.75;

export const scriptOfSigns = (language: string | undefined): RegExp | null => SCRIPTS[language ?? ""] ?? null;

/** Words built from the script's signs, in any order; other words unchanged, except specks inside a word, which are dropped. */
export function signWords(signs: readonly OcrWord[], script: RegExp): OcrWord[] {
  const lines: Line[] = [];
  const byHeight = signs.filter(({ text }) => script.test(text)).sort((a, b) => a.box.top + a.box.bottom - b.box.top - b.box.bottom);
  for (const sign of byHeight) {
    const line = lines.findLast((each) => commonHeight(sign.box, each) >= COMMON_HEIGHT_MIN);
    if (line) add(line, sign);
    else lines.push({ signs: [sign], top: sign.box.top, bottom: sign.box.bottom });
  }
  const words = lines.flatMap((line) => wordsOfLine(line.signs));
  const others = signs.filter(({ text }) => !script.test(text));
  return [...others.filter((other) => !words.some((word) => isSpeckIn(other, word))), ...words];
}

/** `top` and `bottom`: the mean of its signs, as single boxes reach into the next line. */
type Line = { signs: OcrWord[]; top: number; bottom: number };

function add(line: Line, sign: OcrWord): void {
  const share = 1 / line.signs.push(sign);
  line.top += share * (sign.box.top - line.top);
  line.bottom += share * (sign.box.bottom - line.bottom);
}

function commonHeight(a: Pick<Box, "top" | "bottom">, b: Pick<Box, "top" | "bottom">): number {
  return (Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top)) / Math.max(1, Math.min(a.bottom - a.top, b.bottom - b.top));
}

function wordsOfLine(line: readonly OcrWord[]): OcrWord[] {
  const signs = line.toSorted((a, b) => a.box.left - b.box.left);
  const advances = signs.map(({ text, box }) => (box.right - box.left) / [...text].length).sort((a, b) => a - b);
  const space = SPACE_MIN * (advances[advances.length >> 1] ?? 0);
  const words: OcrWord[][] = [];
  for (const sign of signs) {
    const word = words.at(-1);
    const before = word?.at(-1);
    if (word && before && sign.box.left - before.box.right <= space) word.push(sign);
    else words.push([sign]);
  }
  return words.map(joined);
}

function joined(signs: readonly OcrWord[]): OcrWord {
  const text = signs.map((sign) => sign.text).join("");
  const letters = signs.reduce((sum, sign) => sum + sign.text.length, 0);
  const certainty = signs.reduce((sum, sign) => sum + sign.certainty * sign.text.length, 0) / Math.max(1, letters);
  return { text: spelled(text), box: boxAround(signs), certainty, run: signs[0]?.run ?? 0 };
}

function isSpeckIn({ text, box, certainty }: OcrWord, word: OcrWord): boolean {
  const isInside = box.left > word.box.left && box.right < word.box.right && box.top > word.box.top && box.bottom < word.box.bottom;
  return isInside && certainty < word.certainty && !/[\p{L}\p{N}]/u.test(text);
}

const CONSONANT = "[ก-ฮ]";
const MARK = "[ัิ-ฺ็-๎]";
/** A mark without a base, after a silenced consonant or a second vowel below: it belongs to the next consonant. */
const AHEAD = new RegExp(`(?<=์|^)(${MARK})(${CONSONANT})|(?<=[ุ-ฺ]${MARK}?)([ุ-ฺ])(${CONSONANT})`, "gu");

/** In typing order: marks after their consonant, am as one sign. */
function spelled(text: string): string {
  return text
    .replace(AHEAD, (_, mark = "", consonant = "", second = "", next = "") => `${consonant}${mark}${next}${second}`)
    .replace(/ํ([่-๋]?)า/gu, "$1ำ");
}
