/** Strips: pieces below each other that share an edge or their middle, as the cells of a column do. */

import type { Box } from "#documents/document.ts";
import { heightOf, sharedAcross, widthOf } from "#structure/boxes.ts";
import { isValueLike, type Piece } from "#structure/pieces.ts";

export type Strip = { pieces: Piece[]; left: number; right: number };

/** Maximum gap between two cells of a column, in line heights: rows of ruled tables are up to that high. */
const GAP_MAX = 4.5;
/** Edges that differ less, in line heights, are aligned. */
const EDGE_SLACK = 0.45;
/** A line of more pieces is no row of a table. */
const PIECES_MAX = 60;
/** Strips that may be continued at a time; older ones are closed, so that a hostile page costs at most this much a piece. */
const OPEN_MAX = 150;

/** Strips of at least two pieces, in the order of their first piece. */
export function stripsOf(lines: readonly (readonly Piece[])[]): Strip[] {
  const all: Strip[] = [];
  let open: Strip[] = [];
  for (const line of lines) {
    if (line.length === 0 || line.length > PIECES_MAX) continue;
    open = open.slice(-OPEN_MAX);
    const begun: Strip[] = [];
    const closed = new Set<Strip>();
    for (const piece of line) {
      const strip = best(open, piece, closed);
      if (strip) extend(strip, piece);
      else begun.push({ pieces: [piece], left: piece.box.left, right: piece.box.right });
      for (const other of open) if (other !== strip && covers(piece, other)) closed.add(other);
    }
    const top = line[0]?.box.top ?? 0;
    open = [...open.filter((strip) => !closed.has(strip) && isNear(strip, top)), ...begun];
    for (const strip of begun) all.push(strip);
  }
  return all.filter(({ pieces }) => pieces.length > 1);
}

const lastOf = (strip: Strip): Piece | undefined => strip.pieces.at(-1);

function isNear(strip: Strip, top: number): boolean {
  const last = lastOf(strip);
  return last !== undefined && top - last.box.bottom < GAP_MAX * heightOf(last.box);
}

/** A piece below a strip that is not aligned with it, and as wide, ends it. */
function covers(piece: Piece, strip: Strip): boolean {
  const last = lastOf(strip);
  if (!last || last.line >= piece.line) return false;
  return sharedAcross(piece.box, last.box) > 0.5 * widthOf(last.box) && piece.box.top >= last.box.bottom - 0.3 * heightOf(last.box);
}

function extend(strip: Strip, piece: Piece): void {
  strip.pieces.push(piece);
  strip.left = Math.min(strip.left, piece.box.left);
  strip.right = Math.max(strip.right, piece.box.right);
}

/** The strip whose last piece the piece continues: the closest match, of several the lowest. */
function best(open: readonly Strip[], piece: Piece, closed: ReadonlySet<Strip>): Strip | null {
  let found: Strip | null = null;
  let least = Number.POSITIVE_INFINITY;
  for (const strip of open) {
    const last = lastOf(strip);
    if (!last || last.line === piece.line || closed.has(strip) || !isNear(strip, piece.box.top)) continue;
    const off = offset(last, piece);
    if (off === null) continue;
    const far = off + (piece.box.top - last.box.bottom) / heightOf(last.box);
    if (far < least) [found, least] = [strip, far];
  }
  return found;
}

/** How far two pieces are from being aligned, in line heights; null when they are not. */
function offset(above: Piece, below: Piece): number | null {
  const height = Math.max(heightOf(above.box), heightOf(below.box));
  const shared = sharedAcross(above.box, below.box);
  if (shared <= 0) return null;
  const off = edgeGap(above.box, below.box) / height;
  if (off <= EDGE_SLACK) return off;
  const values = isValueLike(above.text) && isValueLike(below.text);
  const narrow = Math.min(widthOf(above.box), widthOf(below.box));
  const wide = Math.max(widthOf(above.box), widthOf(below.box));
  return shared > 0.6 * (values ? narrow : wide) ? 1 : null;
}

const edgeGap = (a: Box, b: Box): number =>
  Math.min(Math.abs(a.left - b.left), Math.abs(a.right - b.right), Math.abs(a.left + a.right - b.left - b.right) / 2);
