/** Sees that letters read with the plain alphabet may have diacritics: by ink above small letters, where there is none otherwise. */
import { type Letter, lettersOf } from "./decode.ts";
import type { LineScores, Planes } from "./models.ts";

/** Letters without ascender; a B within a word may be an ß. */
const SMALL = /^[acemnorsuvwxz]$/;
const SMALL_MARKED = /^[acenosuz]$/;
/** Columns beside the middle of a letter, and rows above the others of its line, as it is cut. */
const BESIDE = 2;
const ABOVE = 6;
/** Letters of a line by which the height of small ones is known. */
const LETTERS_MIN = 3;

/** Whether a letter of a line may have one. `cut`: what it was read from. */
export function mayHaveMarks({ data, width, height }: Planes, reading: LineScores): boolean {
  const { letters } = lettersOf(reading);
  const ink = inkBelow(data.subarray(0, width * height));
  const topOf = ({ from, to }: Letter): number => {
    const middle = Math.round((((from + to + 1) / 2) * width) / reading.steps);
    for (let row = 0; row < height; row += 1)
      for (let column = Math.max(0, middle - BESIDE); column <= Math.min(width - 1, middle + BESIDE); column += 1)
        if ((data[row * width + column] ?? 1) < ink) return row;
    return height;
  };
  const small = letters.filter(({ text }) => SMALL.test(text));
  if (small.length < LETTERS_MIN) return false;
  const tops = small.map(topOf).sort((a, b) => a - b);
  const usual = tops[tops.length >> 1] ?? 0;
  return letters.some((letter, i) => {
    if (letter.text === "B") return /\p{Ll}/u.test(letters[i - 1]?.text ?? "");
    return SMALL_MARKED.test(letter.text) && topOf(letter) <= usual - ABOVE;
  });
}

/** Between the darkest and the lightest tenth. */
function inkBelow(pixels: Float32Array): number {
  const counts = new Uint32Array(64);
  for (let i = 0; i < pixels.length; i += 4) {
    const bin = Math.min(63, Math.max(0, Math.floor(((pixels[i] ?? 1) + 1) * 32)));
    counts[bin] = (counts[bin] ?? 0) + 1;
  }
  const at = (share: number): number => {
    let left = (share * pixels.length) / 4;
    for (const [bin, count] of counts.entries()) {
      left -= count;
      if (left <= 0) return bin / 32 - 1;
    }
    return 1;
  };
  return (at(0.02) + at(0.8)) / 2;
}
