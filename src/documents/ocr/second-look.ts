/** Reads e-mail addresses a second time, enlarged: no dictionary corrects a wrong letter in one, and letters are confused in small type. */
import { boxAround } from "#documents/layout/assemble.ts";
import type { OcrEngine, OcrWord } from "./ocr-engine.ts";
import type { Picture } from "./picture.ts";
import { readStrip } from "./strip.ts";
import { wordHeight } from "./word-measures.ts";

const ADDRESS = /[\p{L}\p{N}._%+-]@[\p{L}\p{N}]/u;
const WHOLE_ADDRESS = /[\p{L}\p{N}]@[\p{L}\p{N}.-]+\.\p{L}{2,}$/u;
/** An address with this certainty is not read again. */
const SURE = 0.95;
const ADDRESSES_MAX = 8;
/** How much less certain an address in one piece may be than its parts. */
const LESS_CERTAIN_MAX = 0.05;
/** Maximum gap between the parts of one address, in heights of its letters. */
const GAP_MAX = 0.6;
const HOW = { enlarge: 1.5, across: 14, down: 14 };
/** A second reading shorter than this share has lost a part. */
const LETTERS_KEPT_MIN = 0.8;

/** The same words, each address from the more certain reading. `picture` is what they were read from. */
export async function secondLook(words: OcrWord[], picture: Picture, engine: OcrEngine): Promise<OcrWord[]> {
  const doubtful = words.filter(({ text, certainty }) => ADDRESS.test(text) && certainty < SURE).slice(0, ADDRESSES_MAX);
  if (doubtful.length === 0) return words;
  const parted = doubtful.map((word) => words.find((other) => isPartBefore(other, word)) ?? null);
  const boxes = doubtful.map((word, i) => boxAround([word, ...(parted[i] ? [parted[i]] : [])]));
  const again = await readStrip(boxes, picture, engine, HOW);
  const better = new Map<OcrWord, OcrWord | null>();
  for (const [i, word] of doubtful.entries()) {
    const [best, ...more] = again[i]?.filter(({ text }) => ADDRESS.test(text)) ?? [];
    const part = parted[i];
    const isWhole = part && best && best.text.length >= word.text.length + part.text.length;
    if (!best || more.length > 0 || !isBetter(best, word, isWhole ? LESS_CERTAIN_MAX : 0)) continue;
    better.set(word, { ...word, text: best.text, certainty: best.certainty, box: isWhole ? boxAround([part, word]) : word.box });
    if (isWhole) better.set(part, null);
  }
  return words.flatMap((word) => (better.has(word) ? (better.get(word) ?? []) : word));
}

/** Whether the word is the initial of "e. kovac@example.com": so close that its full stop was taken for the end of a word. */
function isPartBefore({ text, box }: OcrWord, address: OcrWord): boolean {
  const gap = address.box.left - box.right;
  const middle = (box.top + box.bottom) / 2;
  return (
    /^\p{L}[\p{L}\d]{0,2}[._-]?$/u.test(text) &&
    Math.abs(gap) < GAP_MAX * wordHeight(address) &&
    middle > address.box.top &&
    middle < address.box.bottom
  );
}

function isBetter(second: OcrWord, first: OcrWord, tolerance: number): boolean {
  if (second.certainty <= first.certainty - tolerance || second.text.length < LETTERS_KEPT_MIN * first.text.length) return false;
  return WHOLE_ADDRESS.test(second.text) || !WHOLE_ADDRESS.test(first.text);
}
