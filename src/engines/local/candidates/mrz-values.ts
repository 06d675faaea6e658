/** Values of the MRZ of passports, visas and identity cards (ICAO Doc 9303); layout has split it into words. */

import { memo } from "#contract/memo.ts";
import type { Leaf } from "#engines/local/leaves.ts";
import type { Value } from "#engines/local/page/values-in.ts";
import { checkDigit, MRZ_LENGTHS } from "#language/mrz.ts";
import type { Cell, Sheet } from "#structure/sheet.ts";
import { type Candidate, candidateOf } from "./candidate.ts";

/** `checked`: a check digit follows and is right. */
type Field = { cell: Cell; word: number; checked: boolean };
type Mrz = ReadonlyMap<string, Field>;

const DATE = /^\d{6}$/;
const DIGIT = /^\d$/;
const SEX = /^[MFX]$/;
const STATE = /^[A-Z]{1,3}$/;
const NAME = /^[A-Z]+(?:<[A-Z]+)*$/;
const NUMBER = /^[A-Z0-9]+(?:<[A-Z0-9]+)*$/;

export function mrzValues(leaf: Leaf, sheets: readonly Sheet[]): Candidate[] {
  const [concept] = leaf.concepts;
  if (concept === undefined) return [];
  return sheets.flatMap((sheet) => {
    const field = mrzOn(sheet).get(concept);
    return field ? [candidateOf(leaf, wordOf(field), null, { mrz: 1, mrzChecked: field.checked ? 1 : 0 })] : [];
  });
}

/** Cached, as every field asks for the same lines. */
const mrzOn = memo(findMrz, new WeakMap());

function findMrz(sheet: Sheet): Mrz {
  const fields = new Map<string, Field>();
  const put = (concept: string, cell: Cell, word: number, build: RegExp, paddedTo: number | null) => {
    const text = cell.words[word]?.text ?? "";
    const check = paddedTo === null ? null : checkDigit(text.padEnd(paddedTo, "<"));
    const behind = cell.words.slice(word + 1).map((each) => each.text);
    const checked = check !== null && behind.join("").replace(/^<+/, "")[0] === check;
    if (build.test(text) && (paddedTo === null || checked)) fields.set(concept, { cell, word, checked });
  };
  const lines = sheet.lines.flatMap(([cell, other]) => (cell && other === undefined ? [cell] : []));
  const dates = lines.find((cell) => datesAt(cell) >= 0);
  if (!dates) return fields;
  const birth = datesAt(dates);
  const isCard = birth === 0;
  put("date_of_birth", dates, birth, DATE, 6);
  put("sex", dates, birth + 2, SEX, null);
  put("date_of_expiry", dates, birth + 3, DATE, 6);
  put("nationality", dates, isCard ? birth + 5 : birth - 1, STATE, null);
  const names = lines.filter((cell) => Math.abs(cell.line - dates.line) <= 2 && cell.words.some(({ text }) => text === "<<"));
  for (const cell of names) {
    const gap = cell.words.findIndex(({ text }) => text === "<<");
    put("last_name", cell, gap - 1, NAME, null);
    put("first_name", cell, gap + 1, NAME, null);
  }
  if (!isCard) {
    put("document_number", dates, 0, NUMBER, MRZ_LENGTHS.number);
    put("personal_number", dates, birth + 5, NUMBER, MRZ_LENGTHS.personal);
  }
  const above = lines.find((cell) => isCard && cell.line === dates.line - 1 && /^[AIC][A-Z<]$/.test(cell.words[0]?.text ?? ""));
  if (above) put("document_number", above, 2, NUMBER, MRZ_LENGTHS.number);
  return fields;
}

/**
 * Index of the word with the date of birth, which is followed by its check digit, the sex, the expiry and its check digit; -1 for other
 * lines.
 */
function datesAt({ words }: Cell): number {
  const builds = [DATE, DIGIT, /^[MFX<]$/, DATE, DIGIT];
  return words.findIndex((_, i) => builds.every((build, k) => build.test(words[i + k]?.text ?? "")));
}

function wordOf({ cell, word }: Field): Value {
  const { text, box } = cell.words[word] ?? { text: "", box: cell.box };
  return { cell, from: word, to: word + 1, raw: text, box, fit: 1 };
}
