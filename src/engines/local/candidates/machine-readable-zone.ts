/** The machine-readable zone of passports, visas and identity cards (ICAO Doc 9303, parts 3 to 7: TD1, TD2, TD3, MRV). */
import type { Leaf } from "#engines/local/leaves.ts";
import type { Cell, Sheet } from "#engines/local/page/sheet.ts";
import type { Value } from "#engines/local/page/values-in.ts";
import { type Candidate, candidateOf } from "./propose.ts";

type Line = { text: string; cell: Cell };
/** Where a concept stands: line, first character, length, and whether a check digit follows. */
type Slot = { line: number; from: number; length: number; checked: boolean };

const SHAPE = /^[A-Z0-9<]{28,46}$/;
/** Lines of 36 and 44 characters share their first 28 places. */
const TWO_LINES: Readonly<Record<string, Slot>> = {
  document_number: { line: 1, from: 0, length: 9, checked: true },
  nationality: { line: 1, from: 10, length: 3, checked: false },
  date_of_birth: { line: 1, from: 13, length: 6, checked: true },
  sex: { line: 1, from: 20, length: 1, checked: false },
  date_of_expiry: { line: 1, from: 21, length: 6, checked: true },
  personal_number: { line: 1, from: 28, length: 14, checked: false },
};
const THREE_LINES: Readonly<Record<string, Slot>> = {
  document_number: { line: 0, from: 5, length: 9, checked: true },
  date_of_birth: { line: 1, from: 0, length: 6, checked: true },
  sex: { line: 1, from: 7, length: 1, checked: false },
  date_of_expiry: { line: 1, from: 8, length: 6, checked: true },
  nationality: { line: 1, from: 15, length: 3, checked: false },
};

export function zoneValues(leaf: Leaf, sheets: readonly Sheet[]): Candidate[] {
  return sheets.flatMap((sheet) => {
    const lines = zoneLines(sheet);
    if (lines.length < 2) return [];
    const three = lines.length >= 3 && (lines[0]?.text.length ?? 0) <= 32;
    return leaf.concepts.slice(0, 1).flatMap((concept) => valueOfConcept(leaf, concept, lines, three) ?? []);
  });
}

function zoneLines(sheet: Sheet): Line[] {
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

function valueOfConcept(leaf: Leaf, concept: string, lines: readonly Line[], three: boolean): Candidate | null {
  if (concept === "last_name" || concept === "first_name") return nameValue(leaf, concept, lines, three);
  const slot = (three ? THREE_LINES : TWO_LINES)[concept];
  const line = slot && lines[slot.line];
  if (!slot || !line) return null;
  const printed = line.text.slice(slot.from, slot.from + slot.length);
  const raw = printed.replace(/<+$/, "");
  if (raw === "" || raw.includes("<")) return null;
  const holds = slot.checked && checkDigit(printed) === line.text[slot.from + slot.length];
  if (slot.checked && !holds) return null;
  return candidateOf(leaf, zoneValue(line, raw), null, { zone: 1, zoneChecked: holds ? 1 : 0 });
}

function nameValue(leaf: Leaf, concept: "last_name" | "first_name", lines: readonly Line[], three: boolean): Candidate | null {
  const line = lines[three ? 2 : 0];
  const names = three ? line?.text : line?.text.slice(5);
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
