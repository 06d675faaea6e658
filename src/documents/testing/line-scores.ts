/** A network's answer for a line, for tests of what is read from it. */
import type { LineScores } from "#documents/ocr/ppocr/models.ts";

/** One certainty per step for some of the alphabet; the remainder is the blank's, which is the alphabet's first. */
export function lineScores(alphabet: readonly string[], steps: readonly Readonly<Record<string, number>>[]): LineScores {
  const scores = new Float32Array(steps.length * alphabet.length);
  steps.forEach((step, i) => {
    const row = alphabet.map((text) => step[text] ?? 0);
    row[0] = 1 - row.reduce((sum, value) => sum + value, 0);
    scores.set(row, i * alphabet.length);
  });
  return { scores, steps: steps.length, classes: alphabet.length, alphabet };
}
