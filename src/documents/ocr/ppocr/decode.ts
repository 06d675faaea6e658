/** Turns the output of a line network into letters with positions: connectionist temporal classification, decoded greedily. */
import { largest } from "#documents/long-lists.ts";
import type { LineScores } from "./models.ts";

/** A letter; `from` and `to` are the first and last step of the line that show it. */
export type Letter = { text: string; from: number; to: number; certainty: number };
export type LetterPair = { before: Letter; after: Letter /** The highest certainty of a space between both, 0..1. */; space: number };

/**
 * Signs that the networks omit, brackets two times of three, although their probability reaches this value where one is printed: in 449
 * lines of receipts without a bracket none exceeded 0.04.
 */
const SHY = new Set("():,@;%*\"'-/");
const SHY_MIN = 0.1;

const FULL_STOP_MIN = 0.95;

/**
 * Letters left to right, without spaces, and the pair with its predecessor for each but the first. Letters that match `foreign` are never
 * taken.
 */
export function lettersOf(
  { scores, steps, classes, alphabet }: LineScores,
  foreign: RegExp | null = null,
): { letters: Letter[]; pairs: LetterPair[] } {
  const spaces = alphabet.flatMap((text, index) => (text === " " ? [index] : []));
  const shy = alphabet.flatMap((text, index) => (SHY.has(text) ? [index] : []));
  const isSpace = (index: number) => alphabet[index] === " ";
  const letters: Letter[] = [];
  const pairs: LetterPair[] = [];
  const taken = alphabet.flatMap((text, index) => (foreign?.test(text) ? [] : [index]));
  let last = 0;
  let spaceSince = 0;
  for (let step = 0; step < steps; step += 1) {
    const row = scores.subarray(step * classes, (step + 1) * classes);
    let best = likeliest(row, taken);
    if (best === 0) {
      const sign = likeliest(row, shy);
      if ((row[sign] ?? 0) >= SHY_MIN) best = sign;
    }
    const certainty = row[best] ?? 0;
    const space = largest(spaces.map((index) => row[index] ?? 0));
    const current = letters.at(-1);
    if (best !== 0 && !isSpace(best) && best === last && current) {
      current.to = step;
      current.certainty = Math.max(current.certainty, certainty);
    } else if (best !== 0 && !isSpace(best) && !isDotOf(current, alphabet[best] ?? "", certainty)) {
      const letter = { text: alphabet[best] ?? "", from: step, to: step, certainty };
      if (current) pairs.push({ before: current, after: letter, space: Math.max(spaceSince, space) });
      letters.push(letter);
      spaceSince = 0;
    }
    spaceSince = Math.max(spaceSince, space);
    last = best;
  }
  return { letters, pairs };
}

const likeliest = (row: Float32Array, classes: readonly number[]): number =>
  classes.reduce((best, each) => ((row[each] ?? 0) > (row[best] ?? 0) ? each : best), classes[0] ?? 0);

/** The dot of an i slightly to its right, as in handwriting, is not a full stop; those have a higher certainty. */
function isDotOf(before: Letter | undefined, text: string, certainty: number): boolean {
  return text === "." && certainty < FULL_STOP_MIN && before !== undefined && /[ij]/.test(before.text);
}
