/** Regions: strips that share lines with each other. Each region is searched for one table. */

import type { Box, Ruling } from "#documents/document.ts";
import { centreInside } from "#documents/layout/assemble.ts";
import { append } from "#documents/long-lists.ts";
import { heightOf } from "#structure/boxes.ts";
import type { Piece } from "#structure/pieces.ts";
import { framesOf } from "./frames.ts";
import { type Strip, stripsOf } from "./strips.ts";

export type Region = {
  /** All its pieces by line, top to bottom and left to right. */
  lines: Piece[][];
  left: number;
  right: number;
};

/** Two strips belong together when they share at least this part of the shorter one's lines. */
const SHARED_MIN = 0.4;
/** Pieces without a strip are taken up to this far beside the region, in line heights. */
const BESIDE_MAX = 12;

export function regionsOf(lines: readonly (readonly Piece[])[], rulings: readonly Ruling[]): Region[] {
  const strips = stripsOf(lines);
  const byPiece = new Map(strips.flatMap((strip) => strip.pieces.map((piece) => [piece, strip] as const)));
  const groups = grouped(strips, byPiece, lines, rulings);
  const owner = new Map<Piece, number>();
  for (const [i, group] of groups.entries())
    if (group.length > 1) for (const strip of group) for (const piece of strip.pieces) owner.set(piece, i);
  const extents = groups.map(extentOf);
  const within = groupsWithin(
    extents.map((extent, i) => ((groups[i]?.length ?? 0) > 1 ? extent : null)),
    lines,
    owner,
  );
  return groups.flatMap((group, i) => (group.length < 2 ? [] : regionOf(extents[i] ?? extentOf(group), i, { owner, within }, lines)));
}

type Extent = { left: number; right: number; from: number; to: number };

function extentOf(group: readonly Strip[]): Extent {
  const extent = { left: Number.POSITIVE_INFINITY, right: Number.NEGATIVE_INFINITY, from: Number.POSITIVE_INFINITY, to: -1 };
  for (const { box, line } of group.flatMap(({ pieces }) => pieces)) {
    [extent.left, extent.right] = [Math.min(extent.left, box.left), Math.max(extent.right, box.right)];
    [extent.from, extent.to] = [Math.min(extent.from, line), Math.max(extent.to, line)];
  }
  return extent;
}

/** For each piece without a strip the group that it stands in the middle of; groups are few on one line. */
function groupsWithin(
  extents: readonly (Extent | null)[],
  lines: readonly (readonly Piece[])[],
  owner: ReadonlyMap<Piece, number>,
): Map<Piece, number> {
  const begun = new Map<number, number[]>();
  for (const [i, extent] of extents.entries()) if (extent) begun.set(extent.from, [...(begun.get(extent.from) ?? []), i]);
  const within = new Map<Piece, number>();
  let open: number[] = [];
  for (const [l, line] of lines.entries()) {
    open = [...open.filter((i) => (extents[i]?.to ?? -1) >= l), ...(begun.get(l) ?? [])].slice(-OPEN_MAX);
    for (const piece of line) {
      if (owner.has(piece)) continue;
      const i = open.find((each) => isInside(piece.box, extents[each]));
      if (i !== undefined) within.set(piece, i);
    }
  }
  return within;
}

const isInside = ({ left, right }: Box, extent: Extent | null | undefined): boolean =>
  extent != null && (left + right) / 2 > extent.left && (left + right) / 2 < extent.right;

/** Groups beside each other that are looked at on one line. */
const OPEN_MAX = 50;

/** Connected strips: neighbours on a line that are neighbours on enough of their lines. */
function grouped(
  strips: readonly Strip[],
  byPiece: ReadonlyMap<Piece, Strip>,
  lines: readonly (readonly Piece[])[],
  rulings: readonly Ruling[],
): Strip[][] {
  const shared = new Map<Strip, Map<Strip, number>>();
  for (const line of lines) {
    const here = line.flatMap((piece) => byPiece.get(piece) ?? []);
    for (const [i, strip] of here.entries()) {
      const next = here[i + 1];
      if (!next || next === strip) continue;
      const counts = shared.get(strip) ?? new Map<Strip, number>();
      shared.set(strip, counts.set(next, (counts.get(next) ?? 0) + 1));
    }
  }
  const frames = framesOf(strips, rulings);
  const groupOf = new Map(strips.map((strip) => [strip, [strip]]));
  for (const [strip, counts] of shared) {
    for (const [other, count] of counts) {
      if (count < SHARED_MIN * Math.min(strip.pieces.length, other.pieces.length) || apart(frames.get(strip), frames.get(other))) continue;
      unite(groupOf, strip, other);
    }
  }
  return [...new Set(groupOf.values())];
}

/** In two frames of which neither holds the other. */
const apart = (a: Box | null | undefined, b: Box | null | undefined): boolean =>
  a != null && b != null && a !== b && !centreInside(a, b) && !centreInside(b, a);

function unite(groupOf: Map<Strip, Strip[]>, a: Strip, b: Strip): void {
  const [one, two] = [groupOf.get(a) ?? [], groupOf.get(b) ?? []];
  if (one === two) return;
  const [large, small] = one.length >= two.length ? [one, two] : [two, one];
  append(large, small);
  for (const strip of small) groupOf.set(strip, large);
}

type Places = { owner: ReadonlyMap<Piece, number>; within: ReadonlyMap<Piece, number> };

function regionOf(
  { left, right, from, to }: Extent,
  index: number,
  { owner, within }: Places,
  lines: readonly (readonly Piece[])[],
): Region[] {
  const kept = lines.slice(from, to + 1).flatMap((line) => {
    const pieces = line.filter((piece) => {
      const group = owner.get(piece);
      if (group !== undefined) return group === index;
      const isOurs = piece.box.right > left && piece.box.left < right;
      if (!isOurs && (within.get(piece) ?? index) !== index) return false;
      const beside = BESIDE_MAX * heightOf(piece.box);
      return piece.box.right > left - beside && piece.box.left < right + beside;
    });
    const inside = pieces.some((piece) => owner.get(piece) === index || (piece.box.right > left && piece.box.left < right));
    return inside && pieces.length > 0 ? [pieces] : [];
  });
  return [{ lines: kept, left, right }];
}
