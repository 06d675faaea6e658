/** An entry with the words of its period, which findings point at. */
import type { Entry } from "#resumes/outline.ts";
import type { Piece } from "#resumes/page/piece.ts";

/**
 * `employerAbove`: the employer stands on a row of its own above the title, as where several titles follow one employer. `doubtful`: parts
 * that are too unsure to be given as values.
 */
export type ReadEntry = Entry & {
  periodAt?: Piece | null;
  employerAbove?: boolean;
  doubtful?: { title: boolean; organisation: boolean };
};
