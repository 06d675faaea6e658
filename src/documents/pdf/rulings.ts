/** Straight rulings of a page, from strokes and from the thin rectangles that many writers draw instead of strokes. */
import type { Ruling } from "#documents/document.ts";
import type { ParsedPage } from "./parser.ts";

/** Rulings kept per page; drawings and hatchings can have hundreds of thousands. */
const RULINGS_MAX = 2000;
/** Shorter strokes belong to letters and symbols, in points. */
const LENGTH_MIN_PT = 6;

export function rulingsOf(page: ParsedPage): Ruling[] {
  const rulings: Ruling[] = [];
  for (const { x1, y1, x2, y2 } of page.vectorGraphics?.lines ?? []) {
    if (Math.abs(x2 - x1) + Math.abs(y2 - y1) < LENGTH_MIN_PT) continue;
    rulings.push({ x1: Math.min(x1, x2), y1: Math.min(y1, y2), x2: Math.max(x1, x2), y2: Math.max(y1, y2) });
    if (rulings.length === RULINGS_MAX) break;
  }
  return rulings;
}
