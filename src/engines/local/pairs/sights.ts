/** The texts around a span, and what a field sees in them. */
import type { Likeness } from "#engines/local/match/likeness.ts";
import type { Around } from "#structure/labels/page-view.ts";
import { PLACES, type Place, type Surroundings } from "#structure/labels/surroundings.ts";
import type { Cell } from "#structure/sheet.ts";
import type { Asker } from "./asker.ts";
import type { Span } from "./span.ts";
import type { Text, Texts } from "./texts.ts";

/** Places of a label of its own; a section or row head only narrows. */
const LABEL_PLACES: ReadonlySet<Place> = new Set(["before", "left", "above", "head", "box", "below"]);

/** How much a text at each place tells of a span. */
const PLACE_WEIGHT: Record<Place, number> = {
  before: 1,
  left: 0.95,
  above: 0.9,
  head: 0.8,
  box: 0.9,
  below: 0.6,
  row: 0.6,
  band: 0.5,
  section: 0.4,
  after: 0.5,
  sentence: 0.6,
};

/** A text as one of the document's, with its parts, and how it stands to the span. `at`: the index of its place in PLACES. */
export type Placed = Pick<Around, "distance" | "colon" | "ruled" | "emphasis"> & {
  place: Place;
  at: number;
  isLabel: boolean;
  whole: Text;
  parts: readonly Text[];
  bilingual: boolean;
  /** Where its words stand; null when they are of several cells. */
  cell: Cell | null;
};
/** In the order of PLACES. */
export type Sight = readonly Placed[];

/** How well each text around, or the part of it that names the field best, names the field. */
export type Seen = { span: Span; texts: readonly { placed: Placed; like: Likeness }[] };

export function sightOf(around: Surroundings, textOf: Texts): Sight {
  const sight: Placed[] = [];
  PLACES.forEach((place, at) => {
    const printed = around[place];
    if (!printed) return;
    const { distance, colon, ruled, emphasis, parts, bilingual, cell } = printed;
    const whole = textOf(printed);
    const all = parts.length > 0 ? parts.map(textOf) : NO_PARTS;
    sight.push({ place, at, isLabel: LABEL_PLACES.has(place), whole, parts: all, distance, colon, ruled, emphasis, bilingual, cell });
  });
  return sight;
}

const NO_PARTS: readonly Text[] = [];

export const seenBy = (asker: Asker, span: Span, sight: Sight): Seen => ({
  span,
  texts: sight.map((placed) => ({ placed, like: likeAt(asker, placed) })),
});

/** By the whole text or the part of it that names the field best. */
export function likeAt({ like }: Asker, { whole, parts }: Placed): Likeness {
  let best = like(whole);
  for (const part of parts) {
    const other = like(part);
    if (other.strength > best.strength) best = other;
  }
  return best;
}

const SECOND_WEIGHT = 0.25;
const FIT_WEIGHT = 0.1;

/** The strength of a span by its best label, weighed by where it stands. */
export function quickScore(asker: Asker, span: Span, sight: Sight): number {
  let best = 0;
  let second = 0;
  for (const placed of sight) {
    const score = likeAt(asker, placed).strength * PLACE_WEIGHT[placed.place] * (1 - 0.3 * placed.distance);
    if (score > best) {
      second = best;
      best = score;
    } else if (score > second) second = score;
  }
  return best + SECOND_WEIGHT * second + FIT_WEIGHT * span.fit;
}

/**
 * About the most that `quickScore` can be of a span in a cell: the texts near it say at most what they say at the best place, and words of its
 * own in front of the span at most what all of them say.
 */
export function mostOf({ like }: Pick<Asker, "like">, inside: Text, near: readonly Text[]): number {
  const { name, description } = like(inside);
  let best = Math.sqrt(Math.max(name, 0.85 * description));
  let second = 0;
  for (const text of near) {
    const { strength } = like(text);
    if (strength > best) {
      second = best;
      best = strength;
    } else if (strength > second) second = strength;
  }
  return best + SECOND_WEIGHT * second + FIT_WEIGHT;
}
