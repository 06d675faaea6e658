/**
 * The machine-readable zone (MRZ) of passports, visas and identity cards. Its lines are printed without gaps; where its fields begin and
 * which of them hold digits only is fixed (ICAO Doc 9303, parts 3 to 7), so that a letter read for a digit can be repaired.
 */

const SHAPE = /^[A-Z0-9<]{24,46}$/;
/** Birth, check digit, sex, expiry, check digit; every line with dates has them, and OCR loses characters before and after. */
const DATES = /([0-9OQDILSZBG]{7})([MFX<])([0-9OQDILSZBG]{7})/;
const DIGITS: Readonly<Record<string, string>> = { O: "0", Q: "0", D: "0", I: "1", L: "1", S: "5", Z: "2", B: "8", G: "6" };
const LETTERS: Readonly<Record<string, string>> = { "0": "O", "1": "I", "5": "S", "2": "Z", "8": "B", "6": "G" };
/** Maximum number of characters that are exchanged in a document number to make its check digit right. */
const EXCHANGED_MAX = 6;
/** Characters that check digits of numbers are computed over, padded with `<`. */
export const MRZ_LENGTHS = { number: 9, personal: 14 };

/** `checked`: its check digit is right. `from` and `to`: its characters in the line. */
export type MrzPart = { text: string; from: number; to: number; checked: boolean };

/** The fields of a line without gaps, in upper case; null for a line that is not of an MRZ. */
export function mrzParts(text: string): MrzPart[] | null {
  return SHAPE.test(text) ? (datesIn(text) ?? namesIn(text) ?? cardNumberIn(text)) : null;
}

/** The line with the dates, of a paper with two lines, or with three, where the birth comes first. */
function datesIn(text: string): MrzPart[] | null {
  const found = DATES.exec(text);
  const [dates = "", born = "", sex = "", expires = ""] = found ?? [];
  const [birth, expiry] = [checkedDate(born), checkedDate(expires)];
  if (!found || birth === null || expiry === null) return null;
  const at = found.index;
  const end = at + dates.length;
  const middle = [
    { text: birth.slice(0, 6), from: at, to: at + 6, checked: true },
    { text: birth.slice(6), from: at + 6, to: at + 7, checked: true },
    { text: sex, from: at + 7, to: at + 8, checked: false },
    { text: expiry.slice(0, 6), from: at + 8, to: at + 14, checked: true },
    { text: expiry.slice(6), from: at + 14, to: end, checked: true },
  ];
  const isCard = at === 0;
  const before = isCard ? [] : numberIn(text.slice(0, at));
  return before && [...before, ...middle, ...(isCard ? stateIn(text, end) : personalIn(text, end))];
}

function checkedDate(read: string): string | null {
  const digits = asDigits(read);
  return checkDigit(digits.slice(0, 6)) === digits[6] ? digits : null;
}

/** Number, check digit and state before the birth. */
function numberIn(text: string): MrzPart[] | null {
  const found = /^([A-Z0-9]{1,9})(<*)([0-9OQDILSZBG])(<*)([A-Z0-9]{1,3})(<*)$/.exec(text);
  if (!found) return null;
  const [, read = "", fill = "", check = "", gap = "", state = ""] = found;
  const number = checkedNumber(read, asDigits(check));
  const start = read.length + fill.length;
  const from = start + 1 + gap.length;
  return [
    { text: number ?? read, from: 0, to: read.length, checked: number !== null },
    { text: fill, from: read.length, to: start, checked: false },
    { text: asDigits(check), from: start, to: start + 1, checked: number !== null },
    { text: asLetters(state), from, to: from + state.length, checked: false },
  ];
}

/** The number with look-alikes exchanged until the check digit is right; null when it never is. */
function checkedNumber(read: string, check: string): string | null {
  const doubtful = [...read].flatMap((sign, index) => (sign in DIGITS || sign in LETTERS ? [index] : [])).slice(0, EXCHANGED_MAX);
  const variants = Array.from({ length: 2 ** doubtful.length }, (_, bits) => bits).sort((a, b) => ones(a) - ones(b));
  for (const bits of variants) {
    const exchanged = [...read].map((sign, index) => {
      const place = doubtful.indexOf(index);
      return place >= 0 && bits & (1 << place) ? (DIGITS[sign] ?? LETTERS[sign] ?? sign) : sign;
    });
    const number = exchanged.join("");
    if (checkDigit(number.padEnd(MRZ_LENGTHS.number, "<")) === check) return number;
  }
  return null;
}

const ones = (bits: number): number => bits.toString(2).replaceAll("0", "").length;

/** After the expiry of a paper with two lines; often only fillers and check digits. */
function personalIn(text: string, from: number): MrzPart[] {
  const [number = ""] = /^[A-Z0-9]+(?:<[A-Z0-9]+)*/.exec(text.slice(from)) ?? [];
  const rest = text.slice(from + number.length);
  if (rest === "") return [{ text: number, from, to: text.length, checked: false }];
  const check = asDigits(rest.replace(/^<+/, "")[0] ?? "");
  return [
    { text: number, from, to: from + number.length, checked: checkDigit(number.padEnd(MRZ_LENGTHS.personal, "<")) === check },
    { text: rest, from: from + number.length, to: text.length, checked: false },
  ];
}

function stateIn(text: string, from: number): MrzPart[] {
  const state = text.slice(from, from + 3).replace(/(?<!<)<+$/, "");
  return [
    { text: asLetters(state), from, to: from + state.length, checked: false },
    { text: text.slice(from + 3), from: from + 3, to: text.length, checked: false },
  ];
}

/** Kind, state and names: `P<UTOERIKSSON<<ANNA<MARIA<<<`. */
function namesIn(text: string): MrzPart[] | null {
  const found = /^([PVIAC][A-Z<])([A-Z<]{3})([A-Z<]+)$/.exec(text) ?? /^()()([A-Z]+<<?[A-Z<]+)$/.exec(text);
  if (!found || !text.includes("<<")) return null;
  const [, kind = "", state = "", names = ""] = found;
  const [last = "", first = ""] = names.replace(/(?<!<)<+$/, "").split("<<");
  const at = kind.length + state.length;
  const second = at + last.length + 2;
  return [
    { text: kind, from: 0, to: kind.length, checked: false },
    { text: state, from: kind.length, to: at, checked: false },
    { text: last, from: at, to: at + last.length, checked: false },
    { text: first === "" ? "" : "<<", from: at + last.length, to: second, checked: false },
    { text: first, from: second, to: second + first.length, checked: false },
  ];
}

/** The first of three lines: kind, state, number and its check digit. */
function cardNumberIn(text: string): MrzPart[] | null {
  const found = /^([AIC][A-Z<])([A-Z<]{3})([A-Z0-9]{1,9})(<*)([0-9OQDILSZBG])(?=<|$)/.exec(text);
  if (!found) return null;
  const [, kind = "", state = "", read = "", fill = "", check = ""] = found;
  const number = checkedNumber(read, asDigits(check));
  const at = kind.length + state.length;
  const behind = at + read.length + fill.length;
  if (number === null) return null;
  return [
    { text: kind, from: 0, to: kind.length, checked: false },
    { text: state, from: kind.length, to: at, checked: false },
    { text: number, from: at, to: at + read.length, checked: true },
    { text: fill, from: at + read.length, to: behind, checked: false },
    { text: asDigits(check), from: behind, to: behind + 1, checked: true },
    { text: text.slice(behind + 1), from: behind + 1, to: text.length, checked: false },
  ];
}

const asDigits = (text: string): string => [...text].map((sign) => DIGITS[sign] ?? sign).join("");
const asLetters = (text: string): string => [...text].map((sign) => LETTERS[sign] ?? sign).join("");

/** Weights 7, 3, 1 over digits, A = 10 … Z = 35, `<` = 0; the sum modulo 10. */
export function checkDigit(text: string): string {
  const weights = [7, 3, 1];
  const sum = [...text].reduce((total, character, i) => {
    const value = /\d/.test(character) ? Number(character) : /[A-Z]/.test(character) ? character.charCodeAt(0) - 55 : 0;
    return total + value * (weights[i % 3] ?? 0);
  }, 0);
  return String(sum % 10);
}

const NAMES = /^[A-Z]+(?:<[A-Z]+)+$/;

/** "ANNA<MARIA" with spaces; null for a text that is not of an MRZ. */
export const mrzName = (text: string): string | null => (NAMES.test(text) ? text.replace(/</g, " ") : null);

const LINE = /(?<![A-Z0-9<])(?=[A-Z0-9]*<)[A-Z0-9<]{20,}/;
/** Two-digit years of birth from here on belong to the 20th century; other dates of papers in use to the 21st. */
const BIRTH_PIVOT = 30;

/** YYMMDD in a line of an MRZ. `month` and `day` are as printed, whether there is such a day or not. */
export function mrzDate(text: string, line: string, isBirth: boolean): { year: number; month: number; day: number } | null {
  const hit = /^(\d\d)(\d\d)(\d\d)$/.exec(text.trim());
  if (!hit || !LINE.test(line.replace(/\s/g, ""))) return null;
  const year = Number(hit[1]);
  return { year: year + (isBirth && year >= BIRTH_PIVOT ? 1900 : 2000), month: Number(hit[2]), day: Number(hit[3]) };
}
