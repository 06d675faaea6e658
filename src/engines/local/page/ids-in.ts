/** Numbers of things: of orders, customers, accounts. */
import type { Word } from "#documents/document.ts";
import { currencyIn } from "#engines/values/currency.ts";
import { matchDate } from "#engines/values/date.ts";
import { fold } from "#language/fold.ts";
import { meaningsOf } from "#language/thesaurus.ts";

/** Characters of a cell's text. `fit` 0..1: how well they match the kind. */
export type Hit = { start: number; end: number; fit: number };

export const overlap = (a: Pick<Hit, "start" | "end">, b: Pick<Hit, "start" | "end">): boolean => a.start < b.end && b.start < a.end;

const ID_SHAPE = /^(?=.*\d)[\p{L}\d][\p{L}\d/._\-+]*$/u;

/** Numbers of things among the words of a cell, left to right: single words, and numbers whose parts are printed apart. */
export function idsIn(words: readonly Word[]): Hit[] {
  const single = singleIds(words);
  const runs = runsOfIds(words);
  if (runs.length === 0) return single;
  const apart = single.flatMap((each) => {
    const run = runs.find((other) => overlap(each, other));
    if (!run) return [each];
    return run.hasLettersPart ? [{ ...each, fit: Math.min(each.fit, PART_FIT) }] : [];
  });
  const tails = runs.flatMap(({ tail, end }) => (tail === null ? [] : [{ start: tail, end, fit: TAIL_FIT }]));
  return [...runs.map(({ start, end }) => ({ start, end, fit: 1 })), ...tails, ...apart].sort((one, other) => one.start - other.start);
}

/** Parts of one number are printed apart: "333 008755555", "70 112 958", "HO3 884-1120-77", "QQ 12 34 56 C". */
const PART = /^[\p{Lu}\d]+(?:[-/.][\p{Lu}\d]+)*$/u;
const DIGITS_IN_A_ROW = /\d{2}/;
const CENTS = /^\d{1,3}[.,]\d{2}$/;
const PARTS_MAX = 6;
/** Numbers beside each other in a row are as long as each other; more of them than these are no groups of one number. */
const EQUAL_PARTS_MAX = 3;
const LONG_PART = 4;
/** Digits of a number in groups: "118 204", "2204 4178 1". */
const GROUPED_MIN = 6;

/** A part of letters alone is short, and no word of a label: "FY27 LDP", "GBR 612", "KS-WN 417", not "REF 612". */
const LETTERS_PART = /^\p{Lu}{1,3}(?:-\p{Lu}{1,4})?$/u;
const PART_FIT = 0.6;
/** The letters in front of digits in groups may be a label that is not known: "NIF 500 123 456". */
const TAIL_FIT = 0.8;

type Run = { start: number; end: number; hasLettersPart: boolean; tail: number | null };

const isPart = (text: string): boolean =>
  PART.test(text) && (/\d/.test(text) || LETTERS_PART.test(text)) && !CENTS.test(text) && !isDate(text);

const isDate = (text: string): boolean => matchDate(text, null)?.length === text.length;

function runsOfIds(words: readonly Word[]): Run[] {
  const found: Run[] = [];
  const starts: number[] = [];
  let at = 0;
  for (const { text } of words) {
    starts.push(at);
    at += text.length + 1;
  }
  for (let from = 0; from < words.length; ) {
    let to = from;
    while (to < words.length && isPart(words[to]?.text ?? "")) to++;
    // The last part may end a sentence.
    const closed = words[to]?.text.replace(/(?<![.,;:)])[.,;:)]+$/u, "") ?? "";
    const isClosed = to > from && closed !== "" && closed !== words[to]?.text && isPart(closed);
    const parts = [...words.slice(from, to).map(({ text }) => text), ...(isClosed ? [closed] : [])];
    const first = starts[from] ?? 0;
    const isLabelled = isLabel(words[from - 1]);
    const isWhole = (from === 0 || isLabelled) && from + parts.length === words.length;
    const run = parts.length > 1 ? runOf(parts, first, { isLabelled, isWhole }) : null;
    if (run) found.push(run);
    from = Math.max(from + 1, to + (isClosed ? 1 : 0));
  }
  return found;
}

const isLabel = (word: Word | undefined): boolean =>
  word !== undefined && (/[:#№]$/.test(word.text) || meaningsOf(fold(word.text)).length > 0);

/** `isLabelled`: a label stands before it, so that letters belong to it; `isWhole`: nothing else is in the cell, so that few parts suffice. */
function runOf(parts: readonly string[], start: number, { isLabelled, isWhole }: { isLabelled: boolean; isWhole: boolean }): Run | null {
  const text = parts.join(" ");
  const letters = parts.filter((each) => /^\D+$/.test(each));
  if (parts.length > PARTS_MAX || !/\d/.test(text) || isDate(text)) return null;
  if (letters.some((each) => currencyIn(each) !== null || (!isLabelled && meaningsOf(fold(each)).length > 0))) return null;
  const digits = parts.filter((each) => /^\d+$/.test(each));
  if (digits.length < parts.length && !isLabelled && !isWhole && parts.length < 3) return null;
  if (digits.length === parts.length) {
    const areEqual = new Set(parts.map((each) => each.length)).size === 1;
    if (parts.length > EQUAL_PARTS_MAX && areEqual) return null;
    const isGrouped = parts.length > 2 ? text.length - parts.length >= GROUPED_MIN : parts.every((each) => each.length > 1);
    if (!isGrouped || (parts.length < 3 && !(isWhole ? text.length > GROUPED_MIN : parts.some((each) => each.length >= LONG_PART))))
      return null;
  } else if (!DIGITS_IN_A_ROW.test(text)) return null;
  const [lead = ""] = parts;
  const tail = letters.includes(lead) && digits.length === parts.length - 1 && digits.length > 1 ? start + lead.length + 1 : null;
  return { start, end: start + text.length, hasLettersPart: letters.length > 0, tail };
}

function singleIds(words: readonly Word[]): Hit[] {
  let at = 0;
  return words.flatMap((word) => {
    const start = at;
    at += word.text.length + 1;
    const bare = word.text.replace(/^[(["'#:]+|(?<![)\]"',;:.])[)\]"',;:.]+$/g, "");
    if (!ID_SHAPE.test(bare) || bare.length < 2) return [];
    const lead = word.text.indexOf(bare);
    const fit = matchDate(bare, null)
      ? 0.2
      : /^\d+[.,]\d{2}$/.test(bare)
        ? 0.3
        : bare.length < 3
          ? 0.6
          : /^\(.*\)$/.test(word.text)
            ? 0.3
            : 1;
    return [{ start: start + lead, end: start + lead + bare.length, fit }];
  });
}
