/** Looks up values in the print of an e-invoice, and in its data. */
import { isDataPage } from "#documents/data-page.ts";
import type { Document, Page } from "#documents/document.ts";
import type { TermKind } from "#einvoices/term.ts";
import { wordsOf } from "#engines/values/words.ts";
import { plainKey } from "#language/fold.ts";
import { locate } from "#results/locate.ts";
import type { FieldValue } from "#results/normalise/reading.ts";
import { keyOf, type PrintedPlace, type PrintedValues, printedValues } from "./printed-values.ts";

export type Printed = {
  values: PrintedValues;
  /** Letters and digits of all print. */
  text: string;
  pages: readonly Page[];
  isSame(a: FieldValue, b: FieldValue): boolean;
  placesOf(kind: TermKind, value: FieldValue): PrintedPlace[];
  /** Everything of its kind that is printed and not stated. */
  unstated(kind: TermKind): { value: FieldValue; places: readonly PrintedPlace[] }[];
  /** Whether the data states the value, for any term. */
  isStated(value: FieldValue): boolean;
};

/** `whole`: the document with the pages of its data. */
export function printedOf(print: Document, whole: Document): Printed {
  const values = printedValues(print.pages);
  const data = whole.pages.filter(isDataPage);
  const stated = printedValues(data);
  const textOf = (pages: readonly Page[]) => plainKey(pages.flatMap(({ lines }) => lines.map((line) => line.text)).join(" "));
  const statedText = textOf(data);
  return {
    values,
    text: textOf(print.pages),
    pages: print.pages,
    isSame,
    placesOf: (kind, value) => placesIn(print.pages, values, kind, value),
    unstated: (kind) => unstatedOf(kind, print.pages, values, stated, statedText),
    isStated(value) {
      const number = numberOf(value);
      if (number !== null) return stated.numbers.has(keyOf(number));
      const text = textOfValue(value);
      return stated.dates.has(text) || statedText.includes(plainKey(text));
    },
  };
}

export function numberOf(value: FieldValue): number | null {
  if (typeof value === "number") return value;
  if (value === null || typeof value !== "object" || Array.isArray(value)) return null;
  return typeof value.amount === "number" ? value.amount : null;
}

export const textOfValue = (value: FieldValue): string => (typeof value === "string" ? value : "");

function unstatedOf(
  kind: TermKind,
  pages: readonly Page[],
  values: PrintedValues,
  stated: PrintedValues,
  statedText: string,
): { value: FieldValue; places: readonly PrintedPlace[] }[] {
  if (kind === "date") return unlisted(values.dates, stated.dates).map(([value, places]) => ({ value, places }));
  if (kind === "amount") return unlisted(values.numbers, stated.numbers).map(([key, places]) => ({ value: Number(key), places }));
  const words = pages.flatMap((page) => wordsOf(page).map((word) => ({ value: word.text, places: [{ page, words: [word] }] })));
  return words.filter(({ value }) => DIGIT.test(value) && !statedText.includes(plainKey(value)));
}
const DIGIT = /\d/;

const unlisted = (printed: PrintedValues["dates"], stated: PrintedValues["dates"]) => [...printed].filter(([key]) => !stated.has(key));

/** Without regard to signs of numbers, case, spaces and punctuation; a longer text that has the other is not clearly another. */
function isSame(a: FieldValue, b: FieldValue): boolean {
  const [left, right] = [numberOf(a), numberOf(b)];
  if (left !== null && right !== null) return keyOf(left) === keyOf(right);
  const [one, two] = [plainKey(textOfValue(a)), plainKey(textOfValue(b))];
  return one !== "" && two !== "" && (one.includes(two) || two.includes(one));
}

const NUMBERS: ReadonlySet<TermKind> = new Set<TermKind>(["amount", "percent", "quantity"]);
const ISO = /^\d{4}-\d{2}-\d{2}/;
/** A shorter text is found by chance. */
const LETTERS_MIN = 3;

function placesIn(pages: readonly Page[], { numbers, dates }: PrintedValues, kind: TermKind, value: FieldValue): PrintedPlace[] {
  const number = numberOf(value);
  if (number !== null) return numbers.get(keyOf(number)) ?? [];
  const text = textOfValue(value);
  if (NUMBERS.has(kind)) return numbers.get(keyOf(Number(text))) ?? [];
  if (kind === "date") return dates.get(ISO.exec(text)?.[0] ?? "") ?? [];
  if (plainKey(text).length < LETTERS_MIN) return [];
  const found = locate(pages, { path: "", raw: text, page: pages[0]?.number ?? 1 });
  const page = found?.how === "exact" ? pages.find((each) => each.number === found.evidence[0].page) : undefined;
  return found && page ? [{ page, words: found.words }] : [];
}
