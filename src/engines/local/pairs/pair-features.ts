/** What is known of one span as the answer to one field, as numbers from 0 to 1. */

import { memo } from "#contract/memo.ts";
import { largest } from "#documents/long-lists.ts";
import type { Kind } from "#engines/concepts/concept.ts";
import { covered, type Likeness, UNLIKE } from "#engines/local/match/likeness.ts";
import { PLACES, type Place, type Surroundings } from "#structure/labels/surroundings.ts";
import { type Asked, isCode } from "./asked.ts";
import type { Asker } from "./asker.ts";
import { ASKED_FORMS, KINDS_OF_FIELD, PAIR_FEATURES, SHAPES } from "./feature-names.ts";
import { flag, ownSigns, type Whereabouts } from "./own-signs.ts";
import type { Shape, Span } from "./spans.ts";

/** Places of a label of its own; a section or row head only narrows. */
export const LABEL_PLACES: readonly Place[] = ["before", "left", "above", "head", "box", "below"];

/** `likes`: by the whole text or the part of it that names the field best. */
export type Seen = { span: Span; around: Surroundings; likes: Partial<Record<Place, Likeness>> };

/** How well one text names the field: its words and the text's own must agree. 0..1. */
export function strength({ name, description, text, opposite }: Likeness): number {
  return Math.sqrt(Math.max(name, 0.85 * description) * text) * (1 - 0.8 * opposite);
}

/** The strength of a span by its best label, weighed by where it stands. */
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
};

export function quickScore({ likes, around, span }: Seen): number {
  let best = 0;
  let second = 0;
  for (const place of PLACES) {
    const like = likes[place];
    if (!like) continue;
    const score = strength(like) * PLACE_WEIGHT[place] * (1 - 0.3 * (around[place]?.distance ?? 0));
    if (score > best) [best, second] = [score, best];
    else if (score > second) second = score;
  }
  return best + 0.25 * second + 0.1 * span.fit;
}

/**
 * What the page's structure says. `ownLabel`: how well the label that the span has by layout alone names the field; -1 without one, as
 * `ownShare` and `ownLine`, the span's share of its value and of that value's first line. `isLabel`: the span is itself the label of a value.
 */
export type Structured = { ownLabel: number; ownBegins: number; ownShare: number; ownLine: number; labelsOther: number; isLabel: number };

export type Rivals = Structured & {
  nextBest: number;
  ofField: number;
  ofPlace: number;
  otherField: number;
  namesField: number;
  order: number;
  times: number;
  meansField: number;
  meansOther: number;
  nameInDocument: number;
  descriptionInDocument: number;
  missingWord: number;
  labelMissing: number;
};

export function featuresOf(seen: Seen, asked: Asker, rivals: Rivals, where: Whereabouts): Float32Array {
  const { span } = seen;
  const out = new Float32Array(PAIR_FEATURES.length);
  let end = 0;
  const append = (signs: readonly number[]) => {
    for (let i = 0; i < signs.length; i++) out[end++] = signs[i] ?? 0;
  };
  for (const place of PLACES) append(atPlace(place, seen));
  append(together(seen, asked, where));
  append([
    rivals.nextBest,
    rivals.ofField,
    rivals.ofPlace,
    rivals.otherField,
    rivals.namesField,
    rivals.order,
    rivals.meansField,
    rivals.meansOther,
    rivals.nameInDocument,
    rivals.descriptionInDocument,
    rivals.missingWord,
    rivals.labelMissing,
    rivals.ownLabel,
    rivals.ownBegins,
    rivals.ownShare,
    rivals.ownLine,
    rivals.labelsOther,
    rivals.isLabel,
  ]);
  append(ownSigns(span, asked, rivals.times, where));
  append(kindSigns(asked.leaf.kind));
  append(shapeSigns(span.shape));
  append(askedForms(asked));
  return out;
}

const NOTHING_THERE: readonly number[] = [0, 0, 0, 0, 0, -1, 0, 0, 0, 0];

/** What the text at one place says of the field. */
function atPlace(place: Place, { around, likes }: Seen): readonly number[] {
  const text = around[place];
  const like = likes[place];
  if (!text || !like) return NOTHING_THERE;
  return [
    like.name,
    like.core,
    like.description,
    like.text,
    like.opposite,
    text.distance,
    flag(text.colon),
    flag(text.ruled),
    flag(text.emphasis),
    Math.min(1, text.units.length / 10),
  ];
}

const kindSigns = memo((kind: Kind) => KINDS_OF_FIELD.map((each) => flag(each === kind)));
const shapeSigns = memo((shape: Shape) => SHAPES.map((each) => flag(each === shape)));

/** What the field asks for, for all its candidates. */
const askedForms = memo(
  ({ leaf: { field }, words }: Asked): readonly number[] => [
    ...ASKED_FORMS.map((word) => flag(words.includes(word))),
    flag(field.enum !== undefined),
    flag(field.type === "string"),
  ],
  new WeakMap(),
);

/** Signs of all texts around together. */
function together(seen: Seen, asked: Asker, where: Whereabouts): number[] {
  const { likes } = seen;
  let best = 0;
  let top: Likeness = UNLIKE;
  let at: Place | null = null;
  let restSection = 0;
  let [unionName, unionDescription] = [0, 0];
  const rest: Likeness[] = [];
  for (const place of PLACES) {
    const like = likes[place];
    if (!like) continue;
    unionName = Math.max(unionName, like.name) + 0.5 * Math.min(unionName, like.name);
    unionDescription = Math.max(unionDescription, like.description) + 0.5 * Math.min(unionDescription, like.description);
    const score = strength(like);
    if (LABEL_PLACES.includes(place) && score > best) [best, top, at] = [score, like, place];
    if (!LABEL_PLACES.includes(place)) restSection = Math.max(restSection, Math.max(like.name, like.description) * Math.sqrt(like.text));
    if (place === "section" || place === "row" || place === "band") rest.push(like);
  }
  const { called } = asked;
  const together = rest.map((like) => [top, like]);
  return [
    best,
    top.name,
    top.description,
    top.text,
    top.core,
    at === null ? 0 : wholeAt(at, seen, asked),
    Math.max(top.name, largest(together.map((two) => covered(called, two, "all")))),
    Math.max(top.core, largest(together.map((two) => covered(called, two, "core")))),
    Math.min(1.5, unionName),
    Math.min(1.5, unionDescription),
    restSection,
    ...codes(seen, asked, where),
  ];
}

/** The share of the words of a whole text that the field has; where the text says the same in two scripts, of one of them. */
function wholeAt(place: Place, { around, likes }: Seen, { like }: Asker): number {
  const text = around[place];
  if (!text) return 0;
  const all = text.units.length === 0 ? 0 : like(text.id, text.units).text;
  return text.bilingual ? Math.max(all, likes[place]?.text ?? 0) : all;
}

/** Whether the form's number of the line or the label is the one that the field names, and whether it is another. */
function codes({ around }: Seen, { codes: wanted }: Asked, { number }: Whereabouts): [number, number] {
  if (wanted.length === 0) return [0, 0];
  const printed = number === null ? LABEL_PLACES.flatMap((place) => around[place]?.units.filter(isCode) ?? []) : [number];
  const same = printed.some((each) => wanted.includes(each));
  return [flag(same), flag(printed.length > 0 && !same)];
}
