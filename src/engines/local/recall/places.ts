/** Where a value stands, told by the fixed words near it; and how well another place agrees with that. */
import type { Box } from "#documents/document.ts";
import { centreInside } from "#documents/layout/assemble.ts";
import type { Span } from "#engines/local/pairs/span.ts";
import type { Anchor, Place } from "#engines/remembered.ts";
import { hashOf, isFixed } from "#structure/layout/marks.ts";
import type { Sheet } from "#structure/sheet.ts";

const ANCHORS_MAX = 8;
/** Words so far away say nothing; a step down parts more than one across. In thousandths of the page. */
const NEAR = { across: 450, down: 90 };
const DOWN_WEIGHT = 5;
/** An anchor so far away weighs half of one beside the value: that is its label, and the others stand where its neighbours do. */
const HALF_AT = 40;

/** The box in thousandths of the page. */
export type Spot = { left: number; right: number; top: number };

export function spotOf(box: Box, { page }: Sheet): Spot {
  const across = (x: number) => Math.round((1_000 * x) / page.width);
  return { left: across(box.left), right: across(box.right), top: Math.round((1_000 * box.top) / page.height) };
}

type FixedWord = Spot & { word: number; box: Box };

/** The words of a page that its layout may repeat. */
export const fixedWords = (sheet: Sheet): FixedWord[] =>
  sheet.cells
    .flatMap(({ words }) => words)
    .filter(({ text }) => isFixed(text))
    .map(({ text, box }) => ({ word: hashOf(text), box, ...spotOf(box, sheet) }));

/** `values`: boxes of answers on the page, whose words are no anchors. `pages`: how many the document has. */
export function placeOf(span: Span, sheet: Sheet, values: readonly Box[], pages: number): Place {
  const spot = spotOf(span.box, sheet);
  const anchors = fixedWords(sheet)
    .filter(({ box }) => ![span.box, ...values].some((value) => centreInside(box, value)))
    .flatMap((each) => anchorOf(each, spot) ?? [])
    .sort((a, b) => b.weight - a.weight)
    .slice(0, ANCHORS_MAX);
  return {
    page: span.cell.page,
    fromEnd: pages - span.cell.page,
    ...spot,
    lines: span.lines,
    words: span.raw.split(" ").length,
    starts: span.from === 0,
    ends: span.to === span.cell.words.length,
    format: formatOf(span.raw),
    anchors,
  };
}

function anchorOf({ word, left, right, top }: FixedWord, spot: Spot): Anchor | null {
  const across = Math.max(0, spot.left - right, left - spot.right);
  const down = Math.abs(top - spot.top);
  if (across > NEAR.across || down > NEAR.down) return null;
  const weight = 1 / (1 + ((across + DOWN_WEIGHT * down) / HALF_AT) ** 2);
  return {
    word,
    fromLeft: left - spot.left,
    fromRight: left - spot.right,
    down: top - spot.top,
    weight: Math.round(1_000 * weight) / 1_000,
  };
}

const FORMAT_MAX = 40;

/** "INV-2024/07" is "A-9/9", "12 May 2024" is "9 Aa 9". */
export function formatOf(raw: string): string {
  return raw
    .slice(0, 2 * FORMAT_MAX)
    .replaceAll(/\p{Lu}+/gu, "A")
    .replaceAll(/[\p{L}\p{M}]+/gu, (run) => (run.startsWith("A") ? (run.length > 1 ? "Aa" : "A") : "a"))
    .replaceAll(/\p{N}+/gu, "9")
    .slice(0, FORMAT_MAX);
}

/** How far an edge may be off from where an anchor says it is; a line further down, as below a text that takes one more, counts half. */
const OFF = { across: 12, down: 6, line: 22 };
const LINE_OFF = 0.5;

/** The edges of a value that stay where they are: the left one, the right one of figures, the middle of centred print. */
const EDGES = ["left", "right", "middle"] as const;
export type Edge = (typeof EDGES)[number];
export type Agreement = Record<Edge, number>;

export const edgeOf = ({ left, right }: Pick<Spot, "left" | "right">, edge: Edge): number =>
  edge === "left" ? left : edge === "right" ? right : (left + right) / 2;

/** How far the anchor's left edge is from the value's edge. */
const fromEdge = ({ fromLeft, fromRight }: Anchor, edge: Edge): number =>
  edge === "left" ? fromLeft : edge === "right" ? fromRight : (fromLeft + fromRight) / 2;

export type WordsAt = ReadonlyMap<number, readonly FixedWord[]>;
export const wordsAt = (sheet: Sheet): WordsAt => Map.groupBy(fixedWords(sheet), ({ word }) => word);

/** For each edge of the spot the weighed share of the anchors, 0..1, that stand as far from it as they did. */
export function agreementOf(spot: Spot, { anchors }: Place, words: WordsAt): Agreement {
  const found: Agreement = { left: 0, right: 0, middle: 0 };
  let all = 0;
  for (const anchor of anchors) {
    all += anchor.weight;
    const near = (words.get(anchor.word) ?? []).filter(({ top }) => Math.abs(top - spot.top - anchor.down) <= OFF.line);
    for (const edge of EDGES) {
      let best = 0;
      for (const { left, top } of near) {
        if (Math.abs(left - edgeOf(spot, edge) - fromEdge(anchor, edge)) > OFF.across) continue;
        best = Math.max(best, Math.abs(top - spot.top - anchor.down) <= OFF.down ? 1 : LINE_OFF);
      }
      found[edge] += best * anchor.weight;
    }
  }
  if (all > 0) for (const edge of EDGES) found[edge] /= all;
  return found;
}

export const mostOf = ({ left, right, middle }: Agreement): number => Math.max(left, right, middle);

/** The fixed words that stand as far from the spot as an anchor says, those of the weightiest anchor first. */
export function standingBy(spot: Spot, { anchors }: Place, words: WordsAt): FixedWord[] {
  return anchors
    .toSorted((a, b) => b.weight - a.weight)
    .flatMap((anchor) =>
      (words.get(anchor.word) ?? []).filter(
        ({ left, top }) =>
          Math.abs(top - spot.top - anchor.down) <= OFF.line &&
          EDGES.some((edge) => Math.abs(left - edgeOf(spot, edge) - fromEdge(anchor, edge)) <= OFF.across),
      ),
    );
}

export type Expected = { edge: Edge; x: number; top: number; weight: number };

/** Where the anchors say that the value begins, ends or has its middle, the most agreed first. */
export function expectedAt({ anchors }: Place, words: WordsAt): Expected[] {
  const found: Expected[] = [];
  for (const anchor of anchors) {
    for (const { left, top } of words.get(anchor.word) ?? []) {
      for (const edge of EDGES) {
        const spot = { edge, x: left - fromEdge(anchor, edge), top: top - anchor.down, weight: anchor.weight };
        const known = found.find((each) => each.edge === edge && isNear(each, spot.x, spot.top));
        if (known) known.weight += spot.weight;
        else found.push(spot);
      }
    }
  }
  return found.sort((a, b) => b.weight - a.weight).slice(0, EXPECTED_MAX);
}
const EXPECTED_MAX = 8;

export const isNear = (at: { x: number; top: number }, x: number, top: number): boolean =>
  Math.abs(at.x - x) <= OFF.across && Math.abs(at.top - top) <= OFF.down;
