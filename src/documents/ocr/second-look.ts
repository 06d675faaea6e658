/**
 * Reads e-mail addresses a second time, larger: no dictionary mends a wrong letter in one, and small type is where letters
 * are taken for each other.
 */
import type { OcrEngine, OcrWord, Picture } from "./ocr-engine.ts";
import { readStrip } from "./strip.ts";

const ADDRESS = /[\p{L}\p{N}._%+-]@[\p{L}\p{N}]/u;
const WHOLE_ADDRESS = /[\p{L}\p{N}]@[\p{L}\p{N}.-]+\.\p{L}{2,}$/u;
/** An address read this surely is not read again. */
const SURE = 0.95;
const ADDRESSES_MAX = 8;
const HOW = { enlarge: 1.5, across: 14, down: 14 };
/** A second reading so much shorter has lost a part. */
const LETTERS_KEPT_MIN = 0.8;

/** The same words, an address in the reading that was surer. `picture` is what they were read from. */
export async function secondLook(words: OcrWord[], picture: Picture, engine: OcrEngine): Promise<OcrWord[]> {
  const doubtful = words.filter(({ text, certainty }) => ADDRESS.test(text) && certainty < SURE).slice(0, ADDRESSES_MAX);
  if (doubtful.length === 0) return words;
  const again = await readStrip(
    doubtful.map(({ box }) => box),
    picture,
    engine,
    HOW,
  );
  const better = new Map<OcrWord, OcrWord>();
  for (const [i, word] of doubtful.entries()) {
    const [best, ...more] = again[i]?.filter(({ text }) => ADDRESS.test(text)) ?? [];
    if (best && more.length === 0 && isBetter(best, word)) better.set(word, { ...word, text: best.text, certainty: best.certainty });
  }
  return words.map((word) => better.get(word) ?? word);
}

function isBetter(second: OcrWord, first: OcrWord): boolean {
  if (second.certainty <= first.certainty || second.text.length < LETTERS_KEPT_MIN * first.text.length) return false;
  return WHOLE_ADDRESS.test(second.text) || !WHOLE_ADDRESS.test(first.text);
}
