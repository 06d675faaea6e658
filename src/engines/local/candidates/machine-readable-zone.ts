/** The machine-readable zone of passports, visas and identity cards (ICAO Doc 9303, parts 3 to 7: TD1, TD2, TD3, MRV). */
import type { Leaf } from "#engines/local/leaves.ts";
import type { Cell, Sheet } from "#engines/local/page/sheet.ts";
import type { Value } from "#engines/local/page/values-in.ts";
import { type Candidate, candidateOf } from "./candidate.ts";

type Line = { text: string; cell: Cell };
/** Where a concept stands in the line of dates, counted from the date of birth; its build, and whether a check digit follows. */
type Slot = { from: number; length: number; build: RegExp; checked: boolean };

const SHAPE = /^[A-Z0-9<]{28,46}$/;
/** Birth, check, sex, expiry, check: found by this build, because reading by OCR loses or adds characters at the start. */
const DATES = /\d{7}[MFX<]\d{7}/;
const WORD = /^[A-Z0-9]+<*$/;
const DATE = /^\d{6}$/;
const STATE = /^[A-Z]{1,3}<*$/;
const SEX = /^[MFX]$/;
/** Of papers with two lines; the number of the paper stands before the birth. */
const TWO_LINES: Readonly<Record<string, Slot>> = {
  document_number: { from: -13, length: 9, build: WORD, checked: true },
  nationality: { from: -3, length: 3, build: STATE, checked: false },
  date_of_birth: { from: 0, length: 6, build: DATE, checked: true },
  sex: { from: 7, length: 1, build: SEX, checked: false },
  date_of_expiry: { from: 8, length: 6, build: DATE, checked: true },
  personal_number: { from: 15, length: 14, build: WORD, checked: true },
};
/** Of cards with three lines; the birth begins the second one. */
const THREE_LINES: Readonly<Record<string, Slot>> = {
  date_of_birth: { from: 0, length: 6, build: DATE, checked: true },
  sex: { from: 7, length: 1, build: SEX, checked: false },
  date_of_expiry: { from: 8, length: 6, build: DATE, checked: true },
  nationality: { from: 15, length: 3, build: STATE, checked: false },
};
/** In the first line of a card, behind its two letters of kind and three of state. */
const CARD_NUMBER: Slot = { from: 5, length: 9, build: WORD, checked: true };

export function zoneValues(leaf: Leaf, sheets: readonly Sheet[]): Candidate[] {
  const [concept] = leaf.concepts;
  if (concept === undefined) return [];
  return sheets.flatMap((sheet) => {
    const lines = zoneLines(sheet);
    const dates = lines.find(({ text }) => DATES.test(text));
    const card = lines.length >= 3 && (lines[0]?.text.length ?? 0) <= 32;
    if (concept === "last_name" || concept === "first_name") return nameValue(leaf, concept, lines, card) ?? [];
    if (card && concept === "document_number") return slotValue(leaf, lines[0], 0, CARD_NUMBER) ?? [];
    const anchor = dates ? dates.text.search(DATES) : 0;
    return slotValue(leaf, dates, anchor, (card ? THREE_LINES : TWO_LINES)[concept]) ?? [];
  });
}

/** Every field asks for the same lines. */
const known = new WeakMap<Sheet, Line[]>();

function zoneLines(sheet: Sheet): Line[] {
  const lines = known.get(sheet) ?? findZoneLines(sheet);
  known.set(sheet, lines);
  return lines;
}

function findZoneLines(sheet: Sheet): Line[] {
  return sheet.lines.flatMap((cells) => {
    const [cell] = cells;
    const text = cells
      .map((each) => each.text)
      .join("")
      .replace(/\s/g, "")
      .replace(/«/g, "<<");
    return cell && SHAPE.test(text) && text.includes("<") ? [{ text, cell }] : [];
  });
}

function slotValue(leaf: Leaf, line: Line | undefined, anchor: number, slot: Slot | undefined): Candidate | null {
  if (!line || !slot || anchor + slot.from < 0) return null;
  const start = anchor + slot.from;
  const printed = line.text.slice(start, start + slot.length);
  const holds = slot.checked && checkDigit(printed) === line.text[start + slot.length];
  if (printed.length < slot.length || !slot.build.test(printed) || (slot.checked && !holds)) return null;
  return candidateOf(leaf, zoneValue(line, printed.replace(/<+$/, "")), null, { zone: 1, zoneChecked: holds ? 1 : 0 });
}

function nameValue(leaf: Leaf, concept: "last_name" | "first_name", lines: readonly Line[], card: boolean): Candidate | null {
  const line = card ? lines[2] : lines.find(({ text }) => /^[PVIAC]/.test(text) && text.includes("<<"));
  const names = card ? line?.text : line?.text.slice(5);
  const [last = "", first = ""] = (names ?? "").replace(/<+$/, "").split("<<");
  const raw = concept === "last_name" ? last : first;
  return line && /^[A-Z<]{2,}$/.test(raw) ? candidateOf(leaf, zoneValue(line, raw), null, { zone: 1 }) : null;
}

function zoneValue({ cell }: Line, raw: string): Value {
  return { cell, from: 0, to: cell.words.length, raw, box: cell.box, fit: 1 };
}

/** Weights 7, 3, 1 over digits, A = 10 … Z = 35, `<` = 0; the sum modulo 10. */
export function checkDigit(text: string): string {
  const weights = [7, 3, 1];
  const sum = [...text].reduce((total, character, i) => {
    const value = /\d/.test(character) ? Number(character) : /[A-Z]/.test(character) ? character.charCodeAt(0) - 55 : 0;
    return total + value * (weights[i % 3] ?? 0);
  }, 0);
  return String(sum % 10);
}
