/** Splits words that are printed or read without a space between them: two dates joined by a dash, a label and its value. */
import type { PlacedWord } from "./placed-word.ts";

const DATE = String.raw`\d{1,4}[/.]\d{1,2}[/.]\d{2,4}`;
const RANGE = new RegExp(`^(${DATE})([-–—])(${DATE})$`);
/** "Total:75.04", but not a URL, a time or the name of a format. */
const LABELLED = /^(\p{L}[\p{L}.]+:)([\p{Sc}(+-]?\d[^:\p{L}]*)$/u;

/** The word, or its parts with their shares of its box. */
export function partedWord(placed: PlacedWord): PlacedWord[] {
  const { word, turn } = placed;
  const [whole, ...parts] = RANGE.exec(word.text) ?? LABELLED.exec(word.text) ?? [];
  if (whole === undefined) return [placed];
  const { left, top, right, bottom } = word.box;
  let done = 0;
  return parts.map((text) => {
    const from = done / whole.length;
    done += text.length;
    const to = done / whole.length;
    // Turned text runs down the page, or backwards.
    const [first, last] = turn === 180 || turn === 270 ? [1 - to, 1 - from] : [from, to];
    const box =
      turn === 0 || turn === 180
        ? { left: left + (right - left) * first, top, right: left + (right - left) * last, bottom }
        : { left, top: top + (bottom - top) * first, right, bottom: top + (bottom - top) * last };
    return { ...placed, word: { ...word, text, box } };
  });
}
