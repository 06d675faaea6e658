/** Values of a kind among the words of one cell. */
import { memo } from "#contract/memo.ts";
import type { Box, Word } from "#documents/document.ts";
import { boxAround } from "#documents/layout/assemble.ts";
import type { Kind } from "#engines/concepts/concept.ts";
import { CURRENCY_PATTERN, currencyIn } from "#engines/values/currency.ts";
import { matchDate } from "#engines/values/date.ts";
import { rangeStartsIn } from "#engines/values/date-range.ts";
import {
  BIC_PATTERN,
  EMAIL_PATTERN,
  IBAN_PATTERN,
  ibanIn,
  isBic,
  PHONE_PATTERN,
  URL_PATTERN,
  VAT_PATTERN,
} from "#engines/values/identifiers.ts";
import { timesIn } from "#engines/values/time.ts";
import { allIn } from "#language/all-in.ts";
import { anyOf } from "#language/phrases.ts";
import { type Cell, textOf } from "#structure/sheet.ts";
import { type Hit, idsIn, overlap } from "./ids-in.ts";

export type Value = { cell: Cell; from: number; to: number; raw: string; box: Box; fit: number };

const NUMBER = "\\d{1,3}(?:[ '’]\\d{3})+(?:[.,]\\d+)?|\\d[\\d.,]*\\d|\\d|[.,]\\d+";
const AMOUNT = new RegExp(
  `<(?:${NUMBER})\\.?>|(?<![\\p{L}\\d/.,:@-])(?:\\(|[-+\u2212–])?\\s?(?:${CURRENCY_PATTERN}\\s?)?(?:[-+\u2212–]\\s?)?(?:${NUMBER})(?:\\s?${CURRENCY_PATTERN})?(?:\\s?\\)|-(?!\\d)|\\s?${anyOf("engines", "after_amounts")}\\b)?(?![\\p{L}\\d/:%]|[.,]\\d|\\s?%)`,
  "gu",
);
const PLAIN_NUMBER = new RegExp(`(?<![\\p{L}\\d/.,:-])-?(?:${NUMBER})(?![\\d/:])`, "gu");
const YEAR = /(?<![\p{L}\d.,/-])(?:19|20)\d{2}(?![\p{L}\d/-]|[.,]\d)/gu;
const PERCENT = /-?(?<!\d)\d+(?:[.,]\d+)?\s?%/gu;
const CURRENCY = new RegExp(`${CURRENCY_PATTERN}`, "gu");
const DATE_START = /(?<![\p{L}\d./-])(?:\d{1,4}|\p{L}{3,12})(?=[\s./\-,]|\p{L}{3}|\d)/gu;

/** Kinds that always contain a digit: a quick test before long patterns. */
const DIGITS: ReadonlySet<Kind> = new Set(["date", "time", "amount", "number", "year", "percent", "id", "vat", "iban", "phone"]);

/** Left to right. `fit` 0..1: how well the text matches the kind. */
export function valuesIn(cell: Cell, kind: Kind, from = 0, to = cell.words.length): readonly Value[] {
  return from === 0 && to === cell.words.length ? inWhole(cell)(kind) : foundIn(cell, from, to)(kind);
}

/** A cell is asked for by many fields. */
const inWhole = memo((cell: Cell) => memo(foundIn(cell, 0, cell.words.length)), new WeakMap());

const NONE: readonly Value[] = [];

function foundIn(cell: Cell, from: number, to: number): (kind: Kind) => readonly Value[] {
  const words = cell.words.slice(from, to);
  const text = textOf(words);
  const hasDigit = /\d/.test(text);
  return (kind) => {
    if (words.length === 0 || (!hasDigit && DIGITS.has(kind))) return NONE;
    return hitsOf(text, words, kind).flatMap((hit) => wordsAt(cell, words, from, text, hit) ?? []);
  };
}

function hitsOf(text: string, words: readonly Word[], kind: Kind): Hit[] {
  switch (kind) {
    case "date":
      return dates(text);
    case "amount":
      return amounts(text, words);
    case "number":
      return numbers(text, words);
    case "year":
      return matches(text, YEAR, () => 1);
    case "percent":
      return matches(text, PERCENT, () => 1);
    case "id":
      return idsIn(words);
    case "vat":
      return vatNumbers(text);
    case "iban":
      return matches(text, IBAN_PATTERN, (raw) => (ibanIn(raw) ? 1 : 0.1), ibanIn);
    case "bic":
      return matches(text, BIC_PATTERN, (raw) => (isBic(raw) && !/^[A-Z]{8}$/.test(raw) ? 1 : isBic(raw) ? 0.7 : 0));
    case "email":
      return matches(text, EMAIL_PATTERN, () => 1);
    case "phone":
      return matches(text, PHONE_PATTERN, (raw) => ((raw.match(/\d/g)?.length ?? 0) >= 7 && !matchDate(raw.trim(), null) ? 1 : 0), closed);
    case "url":
      return matches(text, URL_PATTERN, () => 1);
    case "currency":
      return matches(text, CURRENCY, (raw) => (currencyIn(raw) ? 1 : 0));
    case "time":
      return /\p{Sc}/u.test(text) ? [] : timesIn(text).map(({ start, end, sure }) => ({ start, end, fit: sure ? 1 : 0.4 }));
    default:
      return [{ start: 0, end: text.length, fit: 1 }];
  }
}

function matches(text: string, pattern: RegExp, fitOf: (raw: string) => number, cut: (raw: string) => string | null = (raw) => raw): Hit[] {
  return allIn(text, pattern).flatMap((hit) => {
    const raw = cut(hit[0]) ?? hit[0];
    const good = fitOf(raw);
    return good > 0 ? [{ start: hit.index, end: hit.index + raw.trimEnd().length, fit: good }] : [];
  });
}

/** Without a bracket that does not end: "(24" of "0199 (24 hours)". */
function closed(raw: string): string {
  const open = raw.lastIndexOf("(");
  return open > 0 && !raw.includes(")", open) ? raw.slice(0, open).trimEnd() : raw;
}

/** VAT numbers in the format of their country; after a label a number of another length is accepted too. */
const VAT_LIKE = /(?<![A-Z0-9])(?=(?:[A-Z]*\d){6})[A-Z]{2}[A-Z0-9]{6,13}(?![A-Z0-9])|(?<![A-Z0-9])\d{2}[A-Z0-9]{13}(?![A-Z0-9])/g;

function vatNumbers(text: string): Hit[] {
  const known = matches(text, VAT_PATTERN, () => 1);
  return known.length > 0 ? known : matches(text, VAT_LIKE, () => 0.3);
}

/** "0, 99": an amount that OCR split. Half of it is not an amount. */
const TORN = /(?<![\d.,])\d{1,3}[.,]\s\d{2}(?![\d.,])/gu;

const tornIn = (text: string, words: readonly Word[]): Hit[] =>
  words.some(({ source }) => source === "ocr") ? matches(text, TORN, () => 1) : [];
/** Whether an amount is below zero by a sign that is no hyphen in front of the digits: "(1,200)", "<1,200>", "−1,200", "1.200,00-". "(3)" is a note. */
const isBelowZero = (raw: string): boolean =>
  raw.startsWith("\u2212") || /^<.*>$/.test(raw) || (/^\(.*\)$/.test(raw) && /\d[.,]\d/.test(raw)) || /[.,]\d+-$/.test(raw);

/** A hyphen apart from the digits, and brackets around whole numbers but years, are signs where nothing else is in the cell: elsewhere they part words. */
const isAlone = (raw: string, text: string): boolean => raw === text && /^-\s\d|^\((?!(?:19|20)\d\d\))\d{3,}\)$/.test(raw);

/** What an amount below zero has, and one that stands alone; a quick test before a long pattern. */
const SIGNS = /[-\u2212<(]/;

/** A number never loses the sign of the amount that it is. */
function numbers(text: string, words: readonly Word[]): Hit[] {
  const plain = matches(text, PLAIN_NUMBER, () => 1);
  if (plain.length === 0) return [];
  const torn = tornIn(text, words);
  const signed = !SIGNS.test(text)
    ? []
    : matches(text, AMOUNT, (raw) => (isBelowZero(raw.trim()) || isAlone(raw.trim(), text) ? 1 : 0)).map((hit) => withoutLead(hit, text));
  return plain
    .filter((hit) => !torn.some((other) => overlap(hit, other)))
    .map((hit) => signed.find((amount) => overlap(hit, amount)) ?? hit);
}

function amounts(text: string, words: readonly Word[]): Hit[] {
  const all = matches(text, AMOUNT, (raw) => (/[.,]\d{2}(?!\d)/.test(raw) ? 1 : /\p{Sc}|[A-Z]{3}/u.test(raw) ? 0.9 : 0.3));
  if (all.length === 0) return [];
  const torn = tornIn(text, words);
  const days = /\p{L}{3}|[/-]/u.test(text) ? dates(text) : [];
  const others = [...days, ...torn];
  return all.filter((hit) => !others.some((other) => overlap(hit, other))).map((hit) => withoutLead(hit, text));
}

const withoutLead = (hit: Hit, text: string): Hit => ({ ...hit, start: hit.start + (/^\s*/.exec(text.slice(hit.start))?.[0].length ?? 0) });

/** Longer than any date with its weekday and spaces. */
const DATE_CHARACTERS_MAX = 100;

function dates(text: string): Hit[] {
  const hits: Hit[] = [];
  let end = 0;
  for (const start of allIn(text, DATE_START)) {
    if (start.index < end) continue;
    const found = matchDate(text.slice(start.index, start.index + DATE_CHARACTERS_MAX), null);
    if (!found) continue;
    end = start.index + found.length;
    hits.push({ start: start.index, end, fit: 1 });
  }
  const starts = rangeStartsIn(text, null).filter((each) => !hits.some((hit) => overlap(hit, each)));
  // "01.09.-30.09.2026": the end stands right behind the dash.
  const ends = starts.flatMap(({ end: to }): Hit[] => {
    const start = to + (/^[-–—]/.test(text.slice(to)) ? 1 : 0);
    const found =
      start > to && !hits.some((hit) => hit.start === start) ? matchDate(text.slice(start, start + DATE_CHARACTERS_MAX), null) : null;
    return found ? [{ start, end: start + found.length, fit: 1 }] : [];
  });
  return [...starts.map(({ start, end: to }) => ({ start, end: to, fit: 1 })), ...ends, ...hits].sort((a, b) => a.start - b.start);
}

/** The words of the cell that the characters `start` to `end` of its text touch; null for none. */
export const valueAt = (cell: Cell, hit: Hit): Value | null => wordsAt(cell, cell.words, 0, textOf(cell.words), hit);

function wordsAt(cell: Cell, words: readonly Word[], offset: number, text: string, hit: Hit): Value | null {
  let at = 0;
  let from = -1;
  let to = -1;
  for (let i = 0; i < words.length && at < hit.end; i++) {
    const end = at + (words[i]?.text ?? "").length;
    if (end > hit.start) {
      if (from < 0) from = i;
      to = i + 1;
    }
    at = end + 1;
  }
  const raw = text.slice(hit.start, hit.end).trim();
  if (from < 0 || raw === "") return null;
  return { cell, from: offset + from, to: offset + to, raw, box: boxAround(words.slice(from, to)), fit: hit.fit };
}
