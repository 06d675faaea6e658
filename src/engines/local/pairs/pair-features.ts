/** What is known of one span as the answer to one field, as numbers from 0 to 1. */

import { smallest } from "#documents/long-lists.ts";
import { KINDS, type Kind } from "#engines/concepts/concept.ts";
import { POSTCODE } from "#engines/local/candidates/address-blocks.ts";
import type { Leaf } from "#engines/local/leaves.ts";
import type { Called, Likeness } from "#engines/local/match/likeness.ts";
import { weightOf } from "#engines/local/match/words.ts";
import { heightOf } from "#engines/local/page/sheet.ts";
import type { Shape, Span } from "./spans.ts";
import { PLACES, type Place, type Surroundings } from "./surroundings.ts";

/** Places of a label of its own; a section or row head only narrows. */
export const LABEL_PLACES: readonly Place[] = ["before", "left", "above", "head", "box"];

export type Seen = { span: Span; around: Surroundings; likes: Partial<Record<Place, Likeness>> };

/** Kinds whose values only fit by their form say nothing of a label. */
const BY_FORM: readonly Kind[] = ["iban", "bic", "vat", "currency"];
const KINDS_OF_FIELD = KINDS.filter((kind) => !BY_FORM.includes(kind));
const SHAPES: readonly Shape[] = ["date", "amount", "number", "percent", "id", "words", "block", "place", "yes-no"];
/** Words of a name that say what its values look like. */
const ASKED_FORMS = [
  "name",
  "number",
  "date",
  "address",
  "city",
  "state",
  "zip",
  "phone",
  "code",
  "type",
  "total",
  "country",
  "first",
  "last",
  "id",
  "title",
  "company",
] as const;

const PER_PLACE = ["name", "description", "text", "opposite", "distance", "colon", "ruled", "emphasis", "words"] as const;

export const PAIR_FEATURES: readonly string[] = [
  ...PLACES.flatMap((place) => PER_PLACE.map((what) => `${place}.${what}`)),
  ...[
    "best",
    "bestName",
    "bestDescription",
    "bestText",
    "unionName",
    "unionDescription",
    "restSection",
    "code",
    "otherCode",
    "nextBest",
    "ofField",
    "ofPlace",
    "otherField",
    "namesField",
    "order",
    "meansField",
    "meansOther",
    "nameInDocument",
    "descriptionInDocument",
    "missingWord",
    "labelMissing",
  ],
  ...[
    "fit",
    "words",
    "lines",
    "startsCell",
    "endsCell",
    "fillsCell",
    "digits",
    "letters",
    "capitals",
    "lower",
    "colonInside",
    "colonEnd",
    "bold",
    "large",
    "heading",
    "certainty",
    "top",
    "left",
    "page",
    "pages",
    "times",
    "lineCells",
    "labelWords",
    "continues",
    "postcode",
  ],
  ...KINDS_OF_FIELD.map((kind) => `kind.${kind}`),
  ...SHAPES.map((shape) => `shape.${shape}`),
  ...ASKED_FORMS.map((word) => `asks.${word}`),
  ...["hasOptions", "isString", "nameWords", "descriptionWords"],
];

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

export type Asked = { leaf: Leaf; called: Called; words: readonly string[]; codes: readonly string[] };
export type Rivals = {
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
export type Whereabouts = {
  width: number;
  height: number;
  usual: number;
  page: number;
  pages: number;
  lineCells: number;
  isHeading: boolean;
};

export function featuresOf(seen: Seen, asked: Asked, rivals: Rivals, where: Whereabouts): Float32Array {
  const out: number[] = [];
  const { span, around, likes } = seen;
  for (const place of PLACES) {
    const text = around[place];
    const like = likes[place];
    if (!text || !like) out.push(0, 0, 0, 0, -1, 0, 0, 0, 0);
    else
      out.push(
        like.name,
        like.description,
        like.text,
        like.opposite,
        text.distance,
        flag(text.colon),
        flag(text.ruled),
        flag(text.emphasis),
        Math.min(1, text.units.length / 10),
      );
  }
  append(out, together(seen, asked));
  out.push(
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
  );
  append(out, ownSigns(span, rivals, where));
  append(
    out,
    KINDS_OF_FIELD.map((kind) => flag(asked.leaf.kind === kind)),
  );
  append(
    out,
    SHAPES.map((shape) => flag(span.shape === shape)),
  );
  append(
    out,
    ASKED_FORMS.map((word) => flag(asked.words.includes(word))),
  );
  out.push(
    flag(asked.leaf.field.enum !== undefined),
    flag(asked.leaf.field.type === "string"),
    Math.min(1, asked.called.name.length / 5),
    Math.min(1, asked.called.description.length / 12),
  );
  return Float32Array.from(out);
}

function append(out: number[], more: readonly number[]): void {
  for (const each of more) out.push(each);
}

const flag = (is: boolean | undefined): number => (is ? 1 : 0);

/** Signs of all texts around together. */
function together({ around, likes }: Seen, { codes }: Asked): number[] {
  let best = 0;
  let top: Likeness = { name: 0, description: 0, text: 0, opposite: 0 };
  let restSection = 0;
  let [unionName, unionDescription] = [0, 0];
  for (const place of PLACES) {
    const like = likes[place];
    if (!like) continue;
    unionName = Math.max(unionName, like.name) + 0.5 * Math.min(unionName, like.name);
    unionDescription = Math.max(unionDescription, like.description) + 0.5 * Math.min(unionDescription, like.description);
    const score = strength(like);
    if (LABEL_PLACES.includes(place) && score > best) [best, top] = [score, like];
    if (!LABEL_PLACES.includes(place)) restSection = Math.max(restSection, Math.max(like.name, like.description) * Math.sqrt(like.text));
  }
  const printed = LABEL_PLACES.flatMap((place) => around[place]?.units.filter(isCode) ?? []);
  const code = codes.length > 0 && printed.some((each) => codes.includes(each));
  return [
    best,
    top.name,
    top.description,
    top.text,
    Math.min(1.5, unionName),
    Math.min(1.5, unionDescription),
    restSection,
    flag(code),
    flag(codes.length > 0 && printed.length > 0 && !code),
  ];
}

/** A form's number such as `13`, `4a`, `a03`. */
export const isCode = (word: string): boolean => /^(?:\d{1,3}[a-z]?|[a-z]\d{1,3})$/.test(word);

function ownSigns(span: Span, rivals: Rivals, where: Whereabouts): number[] {
  const words = span.cell.words.slice(span.from, span.to);
  const characters = Math.max(1, span.raw.length);
  const count = (pattern: RegExp) => (span.raw.match(pattern)?.length ?? 0) / characters;
  const lower = words.filter(({ text }) => /^\p{Ll}{2}/u.test(text)).length / Math.max(1, words.length);
  return [
    span.fit,
    Math.min(1, span.raw.split(" ").length / 12),
    Math.min(1, (span.lines - 1) / 4),
    flag(span.from === 0),
    flag(span.to === span.cell.words.length),
    flag(span.from === 0 && span.to === span.cell.words.length),
    count(/\d/g),
    count(/\p{L}/gu),
    count(/\p{Lu}/gu),
    lower,
    flag(/[:：]\s/u.test(span.raw)),
    flag(/[:：]$/u.test(span.raw)),
    flag(words.every(({ bold }) => bold)),
    Math.min(1, Math.max(0, heightOf(span.box) / Math.max(1, span.lines) / where.usual - 0.8)),
    flag(where.isHeading),
    smallest(words.map(({ certainty }) => certainty)),
    span.box.top / where.height,
    span.box.left / where.width,
    where.page / Math.max(1, where.pages),
    Math.min(1, where.pages / 10),
    rivals.times,
    Math.min(1, where.lineCells / 8),
    words.reduce((sum, { text }) => sum + weightOf(text.toLowerCase()), 0) / Math.max(1, words.length),
    flag(span.continues),
    flag(POSTCODE.test(span.raw)),
  ];
}
