/** Which cell of a head is the title, the organisation or the place: by their words, then by the order in the section's other heads. */

import { append } from "#documents/long-lists.ts";
import { monthOrSeasonOf } from "#language/months.ts";
import { anyOf, WORD_END } from "#language/phrases.ts";
import { beforeLink, organisationScore, placeScore, schoolScore, titleScore } from "#resumes/lexicon/kinds-of-text.ts";
import { endsWithLegalForm } from "#resumes/lexicon/organisations.ts";
import { remember } from "#resumes/lexicon/remember.ts";
import { cut, type Piece, split } from "#resumes/page/piece.ts";
import { findPeriod } from "#resumes/periods/find-period.ts";
import { endOfName } from "./end-of-name.ts";
import { bared, type EntryHead, type HeadCell } from "./head-cells.ts";

export type HeadParts = { title: Piece | null; organisation: Piece | null; place: Piece | null; others: Piece[] };
/** Sum over heads of how much more likely the first cell is a title than the second: its sign gives the order of the section. */
export type Order = number;

const AT = new RegExp(`\\s{1,2}${anyOf("resumes", "at_organisation")}\\s{1,2}(?=\\p{Lu}|${anyOf("resumes", "name_articles")}\\s)`, "u");

const BEFORE_PLACE = new RegExp(`^\\s+${anyOf("resumes", "before_places")}\\s`, "u");

/** Scripts that separate with a space where others use a comma. */
const CJK = /[\p{Script=Han}\p{Script=Katakana}\p{Script=Hangul}]/u;

export function orderOf(heads: readonly EntryHead[]): Order {
  let order = 0;
  for (const head of heads) {
    const [first, second] = head.cells.filter((cell) => placeScore(cell.piece.text) === 0);
    if (!first || !second) continue;
    order += leaning(first.piece.text) - leaning(second.piece.text);
  }
  return order;
}

/** Positive for titles, negative for organisations. `CFO of Banking Services` is a title: what follows `of` says of what. */
function leaning(text: string): number {
  const title = titleScore(text);
  const head = title === 3 && !endsWithLegalForm(text) ? beforeLink(text) : text;
  const organisation = organisationScore(head);
  return title - Math.max(title === 3 && organisation === 1 ? 0 : organisation, schoolScore(head) - 1);
}

/** An organisation's cell often has its place or description after a comma or in brackets. */
export function partsOf(head: EntryHead, order: Order): HeadParts {
  const parts = withPlace(withoutRemark(cellsByPart(head, order)));
  const named = parts.organisation && namedPart(parts.organisation);
  if (named) return { ...parts, organisation: named.name, others: [...parts.others, ...named.others], place: parts.place ?? named.place };
  const { organisation } = parts;
  const at = organisation ? endOfName(organisation.text) : -1;
  if (!organisation || at < 0) return parts;
  const name = cut(organisation, 0, at);
  const rest = cut(organisation, at, organisation.text.length);
  const more = rest && bared(rest);
  if (!name || !more) return parts;
  const isPlace = !parts.place && more.words.length <= 3 && organisationScore(more.text) === 0 && /^\p{Lu}/u.test(more.text);
  return { ...parts, organisation: name, ...(isPlace ? { place: more } : { others: [...parts.others, more] }) };
}

/** `ICU, Example Hospital, Tampa`: the part that looks like an organisation is the name. Null when it is the first or there is none. */
function namedPart(whole: Piece): { name: Piece; place: Piece | null; others: Piece[] } | null {
  const pieces = split(whole, /,\s+/g);
  const at = pieces.findIndex((piece) => organisationScore(piece.text) > 1 || schoolScore(piece.text) > 0);
  const name = pieces[at];
  if (at < 1 || !name || endsWithLegalForm(`,${name.text}`)) return null;
  const after = pieces.slice(at + 1);
  return { name, place: after[0] ?? null, others: [...pieces.slice(0, at), ...after.slice(1)] };
}

/** `City, State` beside title and organisation is the place, known or not. */
function withPlace(parts: HeadParts): HeadParts {
  const place = parts.place
    ? undefined
    : parts.others.find(
        ({ text }) => /^\p{Lu}[\p{L}.'’ -]+,\s\p{Lu}[\p{L}.'’ -]+$/u.test(text) && text.split(" ").length <= 5 && titleScore(text) === 0,
      );
  return place ? { ...parts, place, others: parts.others.filter((each) => each !== place) } : parts;
}

/** `Drupal Developer (consultant at Example)`: the remark is separated from the title. */
function withoutRemark(parts: HeadParts): HeadParts {
  const { title } = parts;
  const at = title ? /\s\([^()]{4,}\)$/.exec(title.text)?.index : undefined;
  const bare = title && at !== undefined ? cut(title, 0, at) : null;
  const remark = title && at !== undefined ? cut(title, at, title.text.length) : null;
  const inner = remark && bared(remark);
  return bare && inner && titleScore(bare.text) > 0 ? { ...parts, title: bare, others: [...parts.others, inner] } : parts;
}

function cellsByPart(head: EntryHead, order: Order): HeadParts {
  const cells = head.cells.filter(({ as, piece }) => as !== "period" && as !== "detail" && !isNoise(piece.text));
  const labels = labelledCells(cells);
  const place = labels.place ?? placeCell(cells.filter((cell) => !cell.as));
  const beside = cells.filter((cell) => cell !== place);
  const named = beside.filter((cell) => cell.as !== undefined || mayName(cell.piece.text));
  const rest = named.length > 0 ? named : beside.slice(0, 1);
  const left = beside.filter((cell) => !rest.includes(cell)).map(({ piece }) => piece);
  const parts: HeadParts = { title: null, organisation: null, place: place?.piece ?? null, others: left };
  if (labels.title || labels.employer) return withLabels(rest, labels, parts);
  const [first, second] = rest;
  if (!first) return parts;
  if (!second && !place && isPlaceAlone(first.piece.text)) return { ...parts, place: first.piece };
  if (!second) return alone(first.piece, parts);
  const title = best(rest, order);
  parts.title = title.piece;
  const organisation = organisationBeside(rest, title);
  if (!organisation) return parts;
  parts.organisation = organisation.piece;
  parts.others = [...rest.filter((cell) => cell !== title && cell !== organisation).map((cell) => cell.piece), ...left];
  return parts;
}

/** Whether the text can be a title or a name: not a second place, nor a part of a sentence. */
export const mayName = remember(readsAsName);

function readsAsName(text: string): boolean {
  if (placeScore(text) > 0 && titleScore(text) === 0) return false;
  const count = (sign: RegExp) => text.match(sign)?.length ?? 0;
  if (count(/[("“]/gu) !== count(/[)"”]/gu) && count(/"/g) % 2 !== 0) return false;
  if (titleScore(text) < 3 && (/^\p{Ll}+\s/u.test(text) || plainWords(text) > PLAIN_WORDS_MAX)) return false;
  return !/\p{Ll}{3}\.\s\p{Lu}/u.test(text.replace(/\b(?:inc|corp|ltd|dept|intl|assoc|univ)\./giu, ""));
}

/** Names have few words in small letters that are longer than `and`, `the`, `for`. */
const PLAIN_WORDS_MAX = 2;
const plainWords = (text: string): number => text.match(/(?<![\p{L}\p{N}’'-])\p{Ll}{4,}/gu)?.length ?? 0;

/** `Pittsburgh, PA`: a city and its region, and no name. */
const isPlaceAlone = (text: string): boolean =>
  /^[^,]+,[^,]+$/.test(text) && text.split(" ").length <= 4 && placeScore(text) > 2 && organisationScore(text.split(",")[0] ?? "") === 0;

type Labelled = { title?: HeadCell; employer?: HeadCell; place?: HeadCell };

function labelledCells(cells: readonly HeadCell[]): Labelled {
  const of = (kind: HeadCell["as"]) => cells.find((cell) => cell.as === kind);
  const [title, employer, place] = [of("title"), of("employer"), of("place")];
  return { ...(title && { title }), ...(employer && { employer }), ...(place && { place }) };
}

/** `Graduate Assistant, Library Science Program`: only the part before the comma is a title. */
export function titlePart(title: Piece): { title: Piece; rest: Piece | null } {
  if (titleScore(title.text) !== 2) return { title, rest: null };
  const comma = title.text.indexOf(",");
  const first = comma > 0 ? cut(title, 0, comma) : null;
  return first && titleScore(first.text) === 3 ? { title: first, rest: cut(title, comma + 1, title.text.length) } : { title, rest: null };
}

/** What a label names is taken as it says; of the other cells one may be the missing part. */
function withLabels(cells: readonly HeadCell[], { title, employer }: Labelled, parts: HeadParts): HeadParts {
  const free = cells.filter((cell) => cell !== title && cell !== employer && !cell.as);
  const pair = title && !employer ? splitPair(title.piece) : null;
  if (pair) return { ...parts, ...pair, others: [...free.map(({ piece }) => piece), ...parts.others] };
  const spare = free.find(({ piece }) => (title ? leaning(piece.text) <= 0 : titleScore(piece.text) > 0));
  const others = [...free.filter((cell) => cell !== spare).map(({ piece }) => piece), ...parts.others];
  return { ...parts, title: (title ?? spare)?.piece ?? null, organisation: (employer ?? spare)?.piece ?? null, others };
}

const KIND_OF_EMPLOYMENT = new RegExp(`^${anyOf("resumes", "kinds_of_employment")}$`, "iu");
const DURATION = new RegExp(`^\\(?\\d+\\+?\\s*${anyOf("resumes", "durations")}${WORD_END}`, "iu");
const OPEN_END = new RegExp(
  `^[^\\p{L}\\p{N}]*(?:${anyOf("resumes", "open_ends")}|20XX|19XX|\\d{4}(?:\\s{0,2}${anyOf("resumes", "to_after_year")})?)[^\\p{L}\\p{N}]*$`,
  "iu",
);

/** A project's name comes first; the rest describes it. */
export function projectPartsOf(head: EntryHead): HeadParts {
  const cells = head.cells.filter((cell) => !isNoise(cell.piece.text));
  const place = placeCell(cells);
  const [title, ...rest] = cells.filter((cell) => cell !== place);
  const organisation = rest.find((cell) => organisationScore(cell.piece.text) > 1 || schoolScore(cell.piece.text) > 0);
  const others = rest.filter((cell) => cell !== organisation).map((cell) => cell.piece);
  return { title: title?.piece ?? null, organisation: organisation?.piece ?? null, place: place?.piece ?? null, others };
}

function isNoise(text: string): boolean {
  return OPEN_END.test(text) || KIND_OF_EMPLOYMENT.test(text) || DURATION.test(text) || isDate(text);
}

/** A date that is left over, or a month or season alone: `Summers`, `May - August`. */
function isDate(text: string): boolean {
  const found = findPeriod(text);
  if (found && found.to - found.from >= text.length - 2) return true;
  return text
    .split(/[^\p{L}]+/u)
    .every((word) => word === "" || monthOrSeasonOf(word.replace(/s$/i, "")) !== null || monthOrSeasonOf(word) !== null);
}

function placeCell(cells: readonly HeadCell[]): HeadCell | null {
  if (cells.length < 2) return null;
  const scored = cells.filter((cell) => placeScore(cell.piece.text) > 0 && titleScore(cell.piece.text) < 3);
  return scored.at(-1) ?? null;
}

/** The most likely title; where the words do not decide, the section's order does. */
function best(cells: readonly HeadCell[], order: Order): HeadCell {
  const [first, second] = cells as [HeadCell, HeadCell];
  const ranked = cells.map((cell) => ({ cell, score: leaning(cell.piece.text) })).sort((a, b) => b.score - a.score);
  const [one, two] = ranked;
  if (one && two && one.score > two.score && one.score > -3) return one.cell;
  return order < 0 ? second : first;
}

function organisationBeside(cells: readonly HeadCell[], title: HeadCell): HeadCell | null {
  const others = cells.filter((cell) => cell !== title);
  const at = cells.indexOf(title);
  const near = (cell: HeadCell) => -Math.abs(cells.indexOf(cell) - at) * 0.6;
  const ranked = others.map((cell) => ({ cell, score: -leaning(cell.piece.text) + near(cell) }));
  return ranked.sort((a, b) => b.score - a.score)[0]?.cell ?? null;
}

/** One cell: a title, an organisation, or both with a comma or `at` between. */
function alone(piece: Piece, parts: HeadParts): HeadParts {
  const pair = splitPair(piece);
  if (pair) return { ...parts, ...pair };
  return leaning(piece.text) >= 0 && titleScore(piece.text) > 0 ? { ...parts, title: piece } : { ...parts, organisation: piece };
}

/** `Software Engineer, Globex Corporation`, `Globex, Software Engineer`, `Engineer at Globex`. Null when it is not a pair. */
export function splitPair(piece: Piece): { title: Piece; organisation: Piece } | null {
  const at = AT.exec(piece.text);
  const positions = [...piece.text.matchAll(/,\s+/g)].map((hit) => hit.index);
  const cuts =
    at && titleScore(piece.text.slice(0, at.index)) >= 2 && !BEFORE_PLACE.test(at[0]) ? [{ at: at.index, length: at[0].length }] : [];
  if (CJK.test(piece.text))
    append(
      positions,
      [...piece.text.matchAll(/\s+/g)].map((hit) => hit.index),
    );
  for (const position of positions) cuts.push({ at: position, length: 1 });
  let found: { title: Piece; organisation: Piece; score: number } | null = null;
  for (const each of cuts) {
    const left = cut(piece, 0, each.at);
    const right = cut(piece, each.at + each.length, piece.text.length);
    const [a, b] = [left && bared(left), right && bared(right)];
    if (!a || !b) continue;
    const score = leaning(a.text) - leaning(b.text);
    const size = Math.abs(score);
    if (size < 2 || (found && size <= found.score)) continue;
    if (/^(?:inc|llc|ltd|co|corp|l\.l\.c)(?:[.,\s)]|$)/i.test(b.text)) continue;
    found = score > 0 ? { title: a, organisation: b, score: size } : { title: b, organisation: a, score: size };
  }
  return found;
}
