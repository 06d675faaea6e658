/** What is known of one span as the answer to one field, as numbers from 0 to 1. */

import { memo } from "#contract/memo.ts";
import { largest } from "#documents/long-lists.ts";
import type { Kind } from "#engines/concepts/concept.ts";
import { covered, type Likeness, UNLIKE } from "#engines/local/match/likeness.ts";
import { PLACES, type Place } from "#structure/labels/surroundings.ts";
import { type Asked, isCode } from "./asked.ts";
import type { Asker } from "./asker.ts";
import { ASKED_FORMS, KINDS_OF_FIELD, PAIR_FEATURES, PER_PLACE, SHAPES } from "./feature-names.ts";
import { flag, ownSigns, type Whereabouts } from "./own-signs.ts";
import type { Placed, Seen } from "./sights.ts";
import type { Shape } from "./span.ts";

/**
 * What the page's structure says. `ownLabel`: how well the label that the span has by layout alone names the field; -1 without one, as
 * `ownShare` and `ownLine`, the span's share of its value and of that value's first line. `isLabel`: the span is itself the label of a value. `selfNamed`: how well the first word of several
 * names the field, as in "Pharmacie du Port".
 */
export type Structured = {
  ownLabel: number;
  ownBegins: number;
  ownShare: number;
  ownLine: number;
  labelsOther: number;
  isLabel: number;
  selfNamed: number;
};

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
  setPlaces(out, seen);
  let end = PLACES.length * PER_PLACE.length;
  const append = (signs: readonly number[]) => {
    for (let i = 0; i < signs.length; i++) out[end++] = signs[i] ?? 0;
  };
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
    rivals.selfNamed,
  ]);
  append(ownSigns(span, asked, rivals.times, where));
  append(kindSigns(asked.leaf.kind));
  append(shapeSigns(span.shape));
  append(askedForms(asked));
  return out;
}

/** The distance of a text that is not there. */
const NOWHERE = -1;
const DISTANCE = PER_PLACE.indexOf("distance");

/** What the text at each place says of the field. */
function setPlaces(out: Float32Array, { texts }: Seen): void {
  for (let at = 0; at < PLACES.length; at++) out[at * PER_PLACE.length + DISTANCE] = NOWHERE;
  for (const { placed, like } of texts) {
    let end = placed.at * PER_PLACE.length;
    out[end++] = like.name;
    out[end++] = like.core;
    out[end++] = like.description;
    out[end++] = like.text;
    out[end++] = like.opposite;
    out[end++] = placed.distance;
    out[end++] = flag(placed.colon);
    out[end++] = flag(placed.ruled);
    out[end++] = flag(placed.emphasis);
    out[end++] = Math.min(1, placed.whole.units.length / 10);
  }
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
function together({ texts }: Seen, asked: Asker, where: Whereabouts): number[] {
  let top: Likeness = UNLIKE;
  let at: Placed | null = null;
  let restSection = 0;
  let [unionName, unionDescription] = [0, 0];
  const rest: Likeness[] = [];
  for (const { placed, like } of texts) {
    unionName = Math.max(unionName, like.name) + 0.5 * Math.min(unionName, like.name);
    unionDescription = Math.max(unionDescription, like.description) + 0.5 * Math.min(unionDescription, like.description);
    if (!placed.isLabel && placed.place !== "sentence")
      restSection = Math.max(restSection, Math.max(like.name, like.description) * Math.sqrt(like.text));
    else if (like.strength > top.strength) [top, at] = [like, placed];
    if (NARROWING.has(placed.place)) rest.push(like);
  }
  const { called } = asked;
  const together = rest.map((like) => [top, like]);
  return [
    top.strength,
    top.name,
    top.description,
    top.text,
    top.core,
    at === null ? 0 : wholeAt(at, top, asked),
    Math.max(top.name, largest(together.map((two) => covered(called, two, "all")))),
    Math.max(top.core, largest(together.map((two) => covered(called, two, "core")))),
    Math.min(1.5, unionName),
    Math.min(1.5, unionDescription),
    restSection,
    ...codes(texts, asked, where),
  ];
}

/** Places of texts that narrow what a label says. */
const NARROWING: ReadonlySet<Place> = new Set(["section", "row", "band"]);

/** The share of the words of a whole text that the field has; where the text says the same in two scripts, of one of them. */
function wholeAt({ bilingual, whole }: Placed, own: Likeness, { like }: Asker): number {
  const all = like(whole).text;
  return bilingual ? Math.max(all, own.text) : all;
}

/** Whether the form's number of the line or the label is the one that the field names, and whether it is another. */
function codes(texts: Seen["texts"], { codes: wanted }: Asked, { number }: Whereabouts): [number, number] {
  if (wanted.length === 0) return [0, 0];
  const printed = number === null ? texts.flatMap(({ placed }) => (placed.isLabel ? placed.whole.units.filter(isCode) : [])) : [number];
  const same = printed.some((each) => wanted.includes(each));
  return [flag(same), flag(printed.length > 0 && !same)];
}
