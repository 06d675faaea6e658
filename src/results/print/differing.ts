/**
 * Decides whether the print clearly shows another value than the data of an e-invoice: one that the data states nowhere, read in the place of
 * the value, or so like it that nothing else is meant.
 */
import type { Evidence, FieldResult } from "#contract/task.ts";
import type { Box } from "#documents/document.ts";
import { boxAround } from "#documents/layout/assemble.ts";
import type { TermKind } from "#einvoices/term.ts";
import type { StatedAs } from "#engines/engine.ts";
import { editDistance, plainKey } from "#language/fold.ts";
import { evidenceOn } from "#results/bbox.ts";
import type { FieldValue } from "#results/normalise/reading.ts";
import { numberOf, type Printed, textOfValue } from "./printed.ts";
import { keyOf, type PrintedPlace } from "./printed-values.ts";

/** `alike`: it is only like the value, not read in its place. */
export type Other = { value: FieldValue; evidence: Evidence[]; alike: boolean };
/** Values of the same row that print and data have in common, and in which they differ. */
export type Row = { same: number; other: number };

/** `rates`: of VAT, in percent. */
type Asked = {
  stated: StatedAs;
  field: FieldResult;
  read: FieldResult | undefined;
  printed: Printed;
  rates: readonly number[];
  row: Row | null;
};

/** Null where the print shows the same, nothing, or nothing that is clear. */
export function differing(asked: Asked): Other | null {
  return readOtherwise(asked) ?? printedAlike(asked);
}

/** Codes are printed as words, and texts in other words. */
const COMPARED: ReadonlySet<TermKind> = new Set<TermKind>([
  "id",
  "date",
  "amount",
  "percent",
  "quantity",
  "name",
  "email",
  "phone",
  "text",
]);
/** Print may shorten them; they differ only where the print does not have them anywhere. */
const WORDED: ReadonlySet<TermKind> = new Set<TermKind>(["name", "text"]);
/** Below it the engine has hardly more reason for the words than for others. Sums that a changed amount spoils make it less sure, too. */
const CONFIDENCE_MIN = 0.2;

function readOtherwise({ stated, field, read, printed, rates, row }: Asked): Other | null {
  if (!read || read.value === null || !COMPARED.has(stated.kind)) return null;
  if (printed.isSame(read.value, field.value) || printed.isStated(read.value) || isRounded(field, read)) return null;
  // Texts of the document, such as terms of payment, have no place of their own.
  if (stated.kind === "text" && row === null) return null;
  if (row !== null && (row.same === 0 || row.same < row.other || isWithTax(field, read, rates))) return null;
  if (WORDED.has(stated.kind) && printed.placesOf(stated.kind, field.value).length > 0) return null;
  return (read.confidence ?? 0) < CONFIDENCE_MIN ? null : { value: read.value, evidence: read.evidence.slice(0, 1), alike: false };
}

/** Data has lines without VAT; the print may have what private people pay. */
function isWithTax({ value }: FieldResult, read: FieldResult, rates: readonly number[]): boolean {
  const [stated, printed] = [numberOf(value), numberOf(read.value)];
  return stated !== null && printed !== null && rates.some((rate) => rate !== 0 && Math.abs(stated * (1 + rate / 100) - printed) <= CENT);
}
const CENT = 0.01;

/** Prices are printed with fewer decimals than data has. */
function isRounded(field: FieldResult, { value, raw }: FieldResult): boolean {
  const [stated, printed] = [numberOf(field.value), numberOf(value)];
  if (stated === null || printed === null) return false;
  const decimals = DECIMALS.exec(raw ?? "")?.[1]?.length ?? 0;
  return Math.abs(Math.abs(stated) - Math.abs(printed)) <= 0.5 / 10 ** decimals + 1e-9 && !isWrittenOut(field.raw, decimals);
}
const DECIMALS = /[.,](\d{1,6})(?=\D*$)/;

/** Data with as many decimals as the print is not rounded. */
const isWrittenOut = (raw: string | null, decimals: number): boolean =>
  withoutZeros(DECIMALS.exec(raw ?? "")?.[1] ?? "").length <= decimals;
const withoutZeros = (digits: string): string => digits.replace(/0{1,6}$/, "");

/** Of the same document there is only one; rows have too many values that are alike. */
function printedAlike({ stated, field, printed, row }: Asked): Other | null {
  if (row !== null || !isTelling(stated.kind, field.value)) return null;
  const alike = printed
    .unstated(stated.kind)
    .filter(({ value, places }) => isAlike(stated.kind, value, field.value) && (stated.kind !== "amount" || places.some(hasCents)));
  const only = clearest(stated.kind, alike, field.value);
  const place = only?.places[0];
  if (!only || !place) return null;
  const own = printed.placesOf(stated.kind, field.value);
  // `70` is not where an amount of `70,00` is printed, if the page prints amounts with cents.
  const isPrinted = own.some((each) => decimalsOf(each) === decimalsOf(place));
  if (isPrinted && !isOneOff(stated.kind, only.value, field.value)) return null;
  return { value: numberOf(field.value) === null ? textOr(only.value) : only.value, evidence: [evidenceOf(place)], alike: true };
}

type Unstated = ReturnType<Printed["unstated"]>[number];

/** The only one, or of amounts one that is far nearer than all others; null where it is open which is meant. */
function clearest(kind: TermKind, alike: readonly Unstated[], stated: FieldValue): Unstated | null {
  const [first] = alike;
  if (!first || alike.every(({ value }) => value === first.value)) return first ?? null;
  if (kind !== "amount") return null;
  const far = ({ value }: Unstated) => Math.abs(Math.abs(numberOf(value) ?? 0) - Math.abs(numberOf(stated) ?? 0));
  const [nearest, next] = alike.toSorted((a, b) => far(a) - far(b));
  return nearest && next && FAR_NEARER * far(nearest) <= far(next) ? nearest : null;
}
const FAR_NEARER = 5;

/** Numbers without cents may be years, numbers of houses and the like. */
const hasCents = (place: PrintedPlace): boolean => decimalsOf(place) === 2;

const decimalsOf = ({ words }: PrintedPlace): number => DECIMALS.exec(words.map(({ text }) => text).join(""))?.[1]?.length ?? 0;

const textOr = (value: FieldValue): FieldValue => (typeof value === "string" ? value : String(value));

function evidenceOf({ page, words }: PrintedPlace): Evidence {
  const box: Box = boxAround(words);
  return evidenceOn(page, box, words.map(({ text }) => text).join(" "));
}

const CHARACTERS_MIN = 5;
/** Numbers with so many digits do not stand on a page by chance. */
const DIGITS_MIN = 3;

function isTelling(kind: TermKind, value: FieldValue): boolean {
  if (kind === "date") return true;
  if (kind === "amount") return numberOf(value) !== 0 && digitsOf(value).length >= DIGITS_MIN;
  return kind === "id" && plainKey(textOfValue(value)).length >= CHARACTERS_MIN;
}

const digitsOf = (value: FieldValue): string => {
  const number = numberOf(value);
  return number === null ? "" : Number(keyOf(number)).toFixed(2).replace(".", "");
};

/** Letters or figures in which a value of so many may differ, and still be meant. */
const changedMost = (length: number): number => (length < 5 ? 1 : 2);

function isAlike(kind: TermKind, printed: FieldValue, stated: FieldValue): boolean {
  if (kind === "date") return sharedParts(textOfValue(printed), textOfValue(stated)) === 2;
  const [a, b] =
    kind === "amount" ? [digitsOf(printed), digitsOf(stated)] : [plainKey(textOfValue(printed)), plainKey(textOfValue(stated))];
  const most = changedMost(b.length);
  return a.length === b.length && editDistance(a, b, most) <= most;
}

/** A number that is also printed as stated, but for one figure: one of its places was changed. Amounts are alike by chance. */
function isOneOff(kind: TermKind, printed: FieldValue, stated: FieldValue): boolean {
  const [a, b] = [plainKey(textOfValue(printed)), plainKey(textOfValue(stated))];
  return kind === "id" && b.length >= ONE_OFF_MIN && editDistance(a, b, 1) === 1;
}
/** Shorter numbers of a series are alike without being the same. */
const ONE_OFF_MIN = 10;

function sharedParts(a: string, b: string): number {
  const parts = b.split("-");
  return a.split("-").filter((part, i) => part === parts[i]).length;
}
