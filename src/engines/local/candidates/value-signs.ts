/** Features of a value's own words, independent of its label. */

import { largest, smallest } from "#documents/long-lists.ts";
import type { Kind } from "#engines/concepts/concept.ts";
import { CONCEPTS } from "#engines/concepts/concept-of.ts";
import type { Leaf } from "#engines/local/leaves.ts";
import { labelTokensOf } from "#engines/local/page/label-tokens.ts";
import { hasLegalForm } from "#engines/local/page/legal-form.ts";
import type { Value } from "#engines/local/page/values-in.ts";
import type { Features } from "#engines/local/weights.ts";
import { readNumber } from "#engines/values/number.ts";
import { fold, similarity, tokensOf } from "#language/fold.ts";
import { phrasesOfAll } from "#language/phrases.ts";
import type { Cell } from "#structure/sheet.ts";
import type { Candidate, PageView } from "./candidate.ts";

const WORDED: ReadonlySet<Kind> = new Set(["name", "text", "address"]);
const IN_FOOTERS: ReadonlySet<Kind> = new Set(["vat", "id", "iban", "bic", "phone", "email", "url"]);
/** The foot of a page begins at this share of its height. */
const FOOTER_FROM = 0.88;
/** Nouns of labels: alone, none of these is a value. */
const LABEL_NOUNS: ReadonlySet<string> = new Set(phrasesOfAll("engines", "label_nouns"));
/** Share of letter trigrams that two forms of one word have in common. */
const SAME_WORD_MIN = 0.5;

export function valueSigns(leaf: Leaf, { value, label }: Candidate, page: PageView): Features {
  const words = value.cell.words.slice(value.from, value.to);
  const { index = 0, sheet } = page.claims.byPage.get(value.cell.page) ?? {};
  const features: Features = {
    uncertain: 1 - Math.min(1, smallest(words.map(({ certainty }) => certainty))),
    laterPage: index / page.claims.labels.length,
  };
  // "Lieferant GmbH" is a company, although its first word is a label.
  const isCompany = leaf.kind === "name" && hasLegalForm(value.raw);
  if (!isCompany && (WORDED.has(leaf.kind) || leaf.kind === "id"))
    features.looksLikeLabel = labelShare(value.cell, value.from, value.to, page);
  if (WORDED.has(leaf.kind)) {
    const letters = words.filter(({ text }) => /\p{L}{2}/u.test(text));
    features.lowercase = letters.filter(({ text }) => /^\p{Ll}/u.test(text)).length / Math.max(1, letters.length);
    if (leaf.kind === "name" && /[\d@<>]/.test(value.raw)) features.digitsInName = 1;
    if (leaf.kind !== "address" && /\p{L}:\s/u.test(value.raw)) features.labelInside = 1;
    if (leaf.kind === "address" && !/\d/.test(value.raw)) features.noNumber = 1;
    if (leaf.kind === "text" && letters.length === 0 && /^[\d.,]+$/.test(value.raw)) features.noLetters = 1;
    if (leaf.field.enum === undefined) features.namesField = namesField(value.raw, page);
  }
  if (leaf.kind === "amount" && leaf.concepts.some((concept) => CONCEPTS[concept]?.payable)) {
    const read = readNumber(value.raw, page.locale.decimal, true);
    if (read?.value === 0) features.zeroTotal = 1;
    if (read && page.paid.has(Math.abs(read.value))) features.paidAgrees = 1;
  }
  if (leaf.party === "seller" && IN_FOOTERS.has(leaf.kind) && value.box.top > FOOTER_FROM * (sheet?.page.height ?? Infinity))
    features.footer = 1;
  if (page.ownNumber !== null && label?.concepts.has(page.ownNumber) && leaf.concepts.includes(page.ownNumber)) features.ownNumber = 1;
  if (label) {
    if (label.cell !== value.cell && isAnnounced(value)) features.announcedByOther = 1;
    if (label.concepts.size === 0) features.contextInName = contextShare(leaf, label.tokens, [label.cell, value.cell], page);
    if (label.cell.line !== value.cell.line && Math.abs(label.box.left - value.box.left) < label.box.bottom - label.box.top)
      features.aligned = 1;
  }
  return features;
}

/** Whether words that end with a colon stand right in front of the value. */
const isAnnounced = ({ cell, from }: Value): boolean => from > 0 && /\p{L}.?[:：]$/u.test(cell.words[from - 1]?.text ?? "");

/** The share of the words of a field's name and description that the value has, when it has most of them. */
function namesField(raw: string, { asked }: PageView): number {
  const tokens = tokensOf(raw).filter((token) => /\p{L}{2}/u.test(token));
  if (tokens.length === 0) return 0;
  const share = Math.max(0, largest(asked.map((words) => tokens.filter((token) => words.has(token)).length / tokens.length)));
  return share > 0.5 ? share : 0;
}

/** Share of the words that are known labels. */
function labelShare(cell: Cell, from: number, to: number, page: PageView): number {
  const hits = page.claims.byPage.get(cell.page)?.byCell.get(cell) ?? [];
  const isLabel = (word: number) =>
    hits.some((hit) => word >= hit.from && word < hit.to) || LABEL_NOUNS.has(fold(cell.words[word]?.text ?? ""));
  const covered = Array.from({ length: to - from }, (_, i) => from + i).filter(isLabel).length;
  return covered / Math.max(1, to - from);
}

/** Share of the field's words missing in the label that are in the same line as the label or the value. */
function contextShare(leaf: Leaf, tokens: readonly string[], cells: readonly Cell[], page: PageView): number {
  const rest = leaf.words.filter((word) => !tokens.includes(word));
  if (rest.length === 0) return 0;
  const around = cells.flatMap((cell) => page.claims.byPage.get(cell.page)?.sheet.lines[cell.line] ?? []);
  const seen = new Set(around.filter((cell) => !cells.includes(cell)).flatMap((cell) => labelTokensOf(cell).map(({ token }) => token)));
  const isSeen = (word: string) =>
    seen.has(word) || (word.length > 3 && [...seen].some((token) => token[0] === word[0] && similarity(token, word) > SAME_WORD_MIN));
  return rest.filter(isSeen).length / rest.length;
}
