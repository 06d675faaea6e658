/** An entry with the words of its period, which findings point at. */
import type { Entry } from "#resumes/outline.ts";
import type { Piece } from "#resumes/page/piece.ts";

export type ReadEntry = Entry & { periodAt?: Piece | null };
