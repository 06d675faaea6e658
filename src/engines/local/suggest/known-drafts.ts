/** Suggestions from the lexicon: the values that the engine finds on these pages when asked for every concept it knows. */
import type { Field } from "#contract/schema/field.ts";
import type { Kind } from "#engines/concepts/concept.ts";
import { CONCEPTS } from "#engines/concepts/concept-of.ts";
import { COLUMN_CONCEPTS } from "#engines/concepts/trade.ts";
import type { Choice } from "#engines/local/assign.ts";
import type { PageView } from "#engines/local/candidates/candidate.ts";
import type { Leaf } from "#engines/local/leaves.ts";
import { claimKey } from "#engines/local/page/claims.ts";
import type { LabelHit } from "#engines/local/page/labels-on-page.ts";
import type { Value } from "#engines/local/page/values-in.ts";
import { currencyIn } from "#engines/values/currency.ts";
import { textOf } from "#structure/sheet.ts";
import { answersOn } from "./answers.ts";
import type { Draft, LinesByPage, Place } from "./draft.ts";
import { typeOfKind } from "./value-type.ts";

const COLUMNS_AND_VALUES = ["discount", "tax_rate", "delivery_date"];
/** Concepts that are not suggested: columns of tables, lists, and words of headings. */
const LEFT_OUT = new Set([...COLUMN_CONCEPTS.filter((concept) => !COLUMNS_AND_VALUES.includes(concept)), "parties", "title"]);

const isUnlabelled = (concept: string): boolean => CONCEPTS[concept]?.unlabelled !== undefined;

/** One field for every concept that has a label here or needs none. */
function knownFields({ claims }: PageView): Field[] {
  const printed = new Set(claims.labels.flatMap(({ hits }) => hits.flatMap(({ concepts }) => [...concepts])));
  const ends = printed.has("period") ? ["period_start", "period_end"] : [];
  return Object.entries(CONCEPTS)
    .filter(([concept]) => !LEFT_OUT.has(concept))
    .filter(([concept]) => printed.has(concept) || isUnlabelled(concept) || ends.includes(concept))
    .map(([concept, { kind, usualName = concept }]) => ({ name: usualName, type: typeOfKind(kind) }));
}

const LABELLED_SCORE = 5;
const UNLABELLED_SCORE = 1;
/** Minimum margin of a value without a label. */
const UNLABELLED_MARGIN_MIN = 0.5;

/** When a field is refused, the others are asked again without it: its words may answer another one. */
export function knownDrafts(page: PageView, inTable: LinesByPage): Draft[] {
  const fields = knownFields(page);
  const first = draftsFor(page, fields, inTable);
  const second = draftsFor(
    page,
    fields.filter((field) => !first.has(field)),
    inTable,
  );
  const drafts = new Map<string, Draft>();
  for (const { key, draft } of [...first.values(), ...second.values()]) {
    const other = drafts.get(key);
    if (draft && (!other || draft.score > other.score)) drafts.set(key, draft);
  }
  return [...drafts.values()];
}

/** The draft for each field with an answer; null when it should not be suggested. `key`: the position of the value. */
function draftsFor(page: PageView, fields: readonly Field[], inTable: LinesByPage): Map<Field, { key: string; draft: Draft | null }> {
  return new Map(
    [...answersOn(page, fields)].map(([leaf, choice]) => {
      const { value } = choice.candidate;
      const draft = inTable.get(value.cell.page)?.has(value.cell.line) ? null : draftOf(leaf, choice);
      return [leaf.field, { key: claimKey(value), draft }] as const;
    }),
  );
}

function draftOf(leaf: Leaf, { candidate, margin }: Choice): Draft | null {
  const { field, concepts } = leaf;
  const { label, value } = candidate;
  const base = { name: field.name, type: field.type, value: placeOfValue({ candidate, margin }), known: true };
  if (label === null) {
    if (margin < UNLABELLED_MARGIN_MIN || !provesItself(concepts[0] ?? "", candidate)) return null;
    const spoken = { text: inWords(field.name), page: value.cell.page, box: value.box };
    return { ...base, label: spoken, score: UNLABELLED_SCORE + margin };
  }
  if (candidate.features.looksLikeLabel === 1 || label.concepts.size === 0 || isPartOfOther(label, value, leaf.kind)) return null;
  // A company's "Name" is not a last name.
  if (label.concepts.has("name") && PARTS_OF_NAMES.has(field.name)) return null;
  const own = label.concepts.has(concepts[0] ?? "") ? 0.5 : 0;
  return { ...base, label: placeOfLabel({ candidate, margin }) ?? base.value, score: LABELLED_SCORE + margin + own };
}

const PARTS_OF_NAMES = new Set(["first_name", "last_name"]);

/** For values without a label: a sentence must state it, or its form must be unambiguous. */
function provesItself(concept: string, { features, value }: Choice["candidate"]): boolean {
  if (!isUnlabelled(concept)) return false;
  if (CONCEPTS[concept]?.unlabelled === "clause") return features.clause !== undefined;
  return concept !== "phone" || /\D/.test(value.raw);
}

const CLEAR: ReadonlySet<Kind> = new Set(["vat", "iban", "bic", "email", "phone", "url"]);

/** A cell with at most this many words is not a sentence: "Invoice 17 of 5 March 2026". */
const SHORT_WORDS_MAX = 8;

/** "Date" in "Date of loss" is not a label of its own; nor is a word inside a sentence, unless the value's form is unambiguous. */
function isPartOfOther({ cell, from, to, colon }: LabelHit, value: Value, kind: Kind): boolean {
  const rest = textOf(cell.words.slice(to));
  // A rate or a currency belongs to the value: "VAT 21 %", "Total EUR".
  if (value.cell !== cell && /\p{L}{2}/u.test(rest) && currencyIn(rest) === null && !colon) return true;
  const behind = value.cell === cell && value.from === to && cell.words.length <= SHORT_WORDS_MAX;
  return from > 0 && !colon && !CLEAR.has(kind) && !(behind && /\d/.test(value.raw));
}

const inWords = (name: string): string => (name.charAt(0).toUpperCase() + name.slice(1)).replaceAll("_", " ");

export function placeOfValue({ candidate: { value, answer } }: Choice): Place {
  return { text: answer === undefined ? value.raw : String(answer), page: value.cell.page, box: value.box };
}

export function placeOfLabel({ candidate: { label } }: Choice): Place | null {
  return label && { text: labelText(textOf(label.cell.words.slice(label.from, label.to))), page: label.cell.page, box: label.box };
}

/** The label as printed, without its colon and leading signs. */
export const labelText = (printed: string): string =>
  printed.replace(/^[^\p{L}\d#№]+|(?<![\s:：_.…])[\s:：_.…]*[:：_…]$/gu, "").trim() || printed;
