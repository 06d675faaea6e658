/** A field that may be suggested, and the evidence on the page for it. */
import type { FieldType } from "#contract/schema/field-types.ts";
import type { Box } from "#documents/document.ts";

/** Boxes are in coordinates of the sheet, whose page is upright. */
export type Place = { text: string; page: number; box: Box };

export type Draft = {
  /** May not be unique yet. */
  name: string;
  type: FieldType;
  label: Place;
  /** The value next to the label; null on a blank form. */
  value: Place | null;
  /** Whether the lexicon knows the label: the engine then finds the value. */
  known: boolean;
  /** The higher, the more likely a user wants it. */
  score: number;
};

/** Lines that belong to a table, by page. */
export type LinesByPage = ReadonlyMap<number, ReadonlySet<number>>;

/** Two boxes are the same place when they share at least this part of the smaller one. */
const SAME_PLACE_MIN = 0.3;

export function samePlace(a: Place | null, b: Place | null): boolean {
  if (a === null || b === null || a.page !== b.page) return false;
  const across = Math.min(a.box.right, b.box.right) - Math.max(a.box.left, b.box.left);
  const down = Math.min(a.box.bottom, b.box.bottom) - Math.max(a.box.top, b.box.top);
  if (across <= 0 || down <= 0) return false;
  const areaOf = ({ box }: Place) => Math.max(1e-6, (box.right - box.left) * (box.bottom - box.top));
  return (across * down) / Math.min(areaOf(a), areaOf(b)) >= SAME_PLACE_MIN;
}

/** In reading order: by page, line and from the left. */
export function inReadingOrder(a: Place, b: Place): number {
  const sameLine = Math.min(a.box.bottom, b.box.bottom) - Math.max(a.box.top, b.box.top) > 0.5 * Math.min(heightOf(a), heightOf(b));
  return a.page - b.page || (sameLine ? a.box.left - b.box.left : a.box.top - b.box.top);
}

const heightOf = ({ box }: Place) => box.bottom - box.top;
