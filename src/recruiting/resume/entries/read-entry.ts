/** An entry with the words of its period, which findings point at. */
import type { Entry } from "#recruiting/outline.ts";
import type { Piece } from "#recruiting/resume/page/piece.ts";

export type ReadEntry = Entry & { periodAt?: Piece | null };
