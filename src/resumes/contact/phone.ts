/** The applicant's phone number as printed. */

import type { Word } from "#documents/document.ts";
import { validPhone } from "#engines/values/phone.ts";
import { anyOf } from "#language/phrases.ts";
import { cut, type Piece, pieceOf } from "#resumes/page/piece.ts";
import type { Row } from "#resumes/page/row.ts";

export type FoundPhone = { piece: Piece; row: number; labelled: boolean; valid: boolean };

const LABEL = new RegExp(
  `(?:^|[\\s|(•·,;])${anyOf("resumes", "phone_labels")}\\s?(?:${anyOf("resumes", "number_after_phone")}|#)?\\.?\\s?[:：#.,\\-–]{0,3}\\s{0,2}[(+]?\\s?$`,
  "iu",
);
const FAX = new RegExp(
  `${anyOf("resumes", "fax_labels")}\\s{0,2}${anyOf("resumes", "number_after_fax")}?\\.?\\s{0,2}[:：.]?\\s{0,2}[(+]?\\s{0,2}$`,
  "iu",
);
/** Digits in groups, with the separators between them. */
const PRINTED = new RegExp(
  `(?<![\\p{L}\\d@/.])(?:\\+|00)?\\s?\\(?\\d[\\d\\s().\\-–‑/]{5,22}\\d(?:\\s*${anyOf("resumes", "phone_extensions")}\\s*\\d{1,5})?(?![\\p{L}\\d@])`,
  "gu",
);
/** OCR words below this certainty may be no text at all. */
const UNSURE = 0.5;
const DIGITS_MIN = 7;
const DIGITS_MAX = 15;

/** In reading order. */
export function findPhones(rows: readonly Row[]): FoundPhone[] {
  return rows.flatMap((row, i) => (/\d{2}/.test(row.piece.text) ? row.cells.flatMap((cell) => inPiece(cell, i)) : []));
}

function inPiece(piece: Piece, row: number): FoundPhone[] {
  const text = piece.text;
  if ((text.match(/\d/g)?.length ?? 0) < DIGITS_MIN) return [];
  const found: FoundPhone[] = [];
  for (const hit of text.matchAll(PRINTED)) {
    const [from, to] = trimmed(text, hit.index, hit.index + hit[0].length);
    const before = text.slice(0, from);
    const labelled = LABEL.test(before);
    if (FAX.test(before) || !mayBePhone(text.slice(from, to), labelled)) continue;
    const part = cut(piece, from, to);
    if (part) found.push(withoutSign({ piece: part, row, labelled, valid: validPhone(part.text) !== null }));
  }
  return found;
}

/** OCR reads an icon beside the number as a digit: drops an uncertain one before it, or one after it that makes it invalid. */
function withoutSign(phone: FoundPhone): FoundPhone {
  const { words, page } = phone.piece;
  const [first, last] = [words[0], words.at(-1)];
  if (phone.valid || words.length < 3) return phone;
  if (first && isDigit(first) && first.certainty < UNSURE) return { ...phone, piece: pieceOf(words.slice(1), page) };
  const shorter = pieceOf(words.slice(0, -1), page);
  return last && isDigit(last) && validPhone(shorter.text) ? { ...phone, piece: shorter, valid: true } : phone;
}

const isDigit = ({ source, text }: Word): boolean => source === "ocr" && /^\d$/.test(text);

/** Without unmatched brackets. */
function trimmed(text: string, from: number, to: number): [number, number] {
  let [start, end] = [from, to];
  while (/[\s.\-–/)]/.test(text[start] ?? "") && start < end) start += 1;
  while (/[\s.\-–/(]/.test(text[end - 1] ?? "") && start < end) end -= 1;
  return [start, end];
}

/** Not a period, a date, a postal code or an identifier. */
function mayBePhone(printed: string, labelled: boolean): boolean {
  const digits = printed.replace(/\D/g, "");
  if (digits.length < DIGITS_MIN || digits.length > DIGITS_MAX) return false;
  if (/^(?:19|20)\d\d\s{0,2}[-–./\s]\s{0,2}(?:19|20)\d\d$/.test(printed) || /^\d{1,2}[./-]\d{1,2}[./-]\d{4}$/.test(printed)) return false;
  if (/^(?:19|20)\d\d[./-]\d{1,2}[./-]?\d*/.test(printed) && !labelled) return false;
  if (/^\d{1,2}[./-](?:19|20)\d\d/.test(printed)) return false;
  if (/^\d{5}-\d{4}$/.test(printed)) return false;
  const groups = printed.match(/\d+/g) ?? [];
  if (!labelled && groups.length === 1 && !/^\+|^00/.test(printed) && digits.length !== 10 && digits.length !== 11) return false;
  return labelled || digits.length >= 8 || /^\d{3}[-.\s]\d{4}$/.test(printed);
}
