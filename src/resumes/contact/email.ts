/** The applicant's e-mail address: as printed, split over several words or lines, or obfuscated against harvesters. */

import type { Document } from "#documents/document.ts";
import { append } from "#documents/long-lists.ts";
import { repairedEmail } from "#engines/values/email-repair.ts";
import { anyOf, asWord, WORD_END } from "#language/phrases.ts";
import { cut, type Piece, pieceOf } from "#resumes/page/piece.ts";
import type { Row } from "#resumes/page/row.ts";

/** `raw` as printed; `address` repaired. */
export type FoundEmail = { address: string; piece: Piece; row: number };

const ATOM = "\\p{L}\\p{N}!#$%&'’*+/=?^_`{}~-";
/** Lengths of parts as in RFC 5321: at most 64 characters before the @, 63 in a label after it. */
const LOCAL = `(?<![${ATOM}])[${ATOM}]{1,64}(?:\\.[${ATOM}]{1,64}){0,8}`;
const DOMAIN = "(?:[\\p{L}\\p{N}][\\p{L}\\p{N}-]{0,62}\\.){1,8}\\p{L}{2,24}";
const PRINTED = new RegExp(`${LOCAL}@${DOMAIN}`, "giu");
/** Spaces around the signs, as in OCR and justified text. */
const SPACED = new RegExp(
  `${LOCAL}(?:\\s?\\.\\s?${LOCAL})?\\s?@\\s?[\\p{L}\\p{N}-]{1,63}(?:\\s?\\.\\s?[\\p{L}\\p{N}-]{1,63}){0,5}\\s?\\.\\s?(?:com|org|net|edu|de|fr|es|it|nl|pt|co|io|ca|uk|in|us|info|biz|me|eu|ch|at|be|br|mx|ru|cn|jp|ca)${WORD_END}`,
  "giu",
);
const AT = `(?:\\s{0,2}[[({<]\\s?(?:${anyOf("resumes", "at_sign")}|@)\\s?[\\])}>]\\s{0,2}|\\s{1,2}at\\s{1,2})`;
const DOT = `(?:\\s{0,2}[[({<]\\s?(?:${anyOf("resumes", "dot_sign")}|\\.)\\s?[\\])}>]\\s{0,2}|\\s{1,2}dot\\s{1,2}|\\.)`;
const HIDDEN = new RegExp(
  `(?<![\\p{L}\\p{N}_+-])[\\p{L}\\p{N}_+-]{1,64}(?:${DOT}[\\p{L}\\p{N}_+-]{1,64}){0,3}${AT}[\\p{L}\\p{N}-]{1,63}(?:${DOT}[\\p{L}\\p{N}-]{1,63}){1,4}`,
  "giu",
);

/** OCR loses the last point: `@gmailcom`. */
const DOTLESS = new RegExp(`${LOCAL}@(?:gmail|yahoo|hotmail|outlook|icloud|example|proton|gmx|web)(?:com|org|net|de|me)${WORD_END}`, "giu");

const WHOLE = new RegExp(`^(?:mailto:)?(${LOCAL}@${DOMAIN})$`, "iu");

/** All addresses in reading order. */
export function findEmails(rows: readonly Row[]): FoundEmail[] {
  const found: FoundEmail[] = [];
  for (const [i, row] of rows.entries()) {
    const here = [...row.cells.flatMap((cell) => inPiece(cell, i))];
    append(found, here.length > 0 ? here : inPiece(row.piece, i));
    if (here.length === 0) append(found, overLines(row, rows[i + 1], i));
  }
  return found;
}

const MAY_HOLD_ADDRESS = new RegExp(`@|${asWord(anyOf("resumes", "at_sign"))}`, "iu");

function inPiece(piece: Piece, row: number): FoundEmail[] {
  if (!MAY_HOLD_ADDRESS.test(piece.text)) return [];
  for (const pattern of [PRINTED, SPACED, HIDDEN, DOTLESS]) {
    const hits = [...piece.text.matchAll(pattern)].flatMap((hit) => addressAt(piece, row, hit));
    if (hits.length > 0) return hits;
  }
  return [];
}

function addressAt(piece: Piece, row: number, hit: RegExpExecArray): FoundEmail[] {
  const label = /^(?:mailto:|e-?mail:|mail:)/i.exec(hit[0])?.[0].length ?? 0;
  const part = cut(piece, hit.index + label, hit.index + hit[0].length);
  return part ? [{ address: repairedEmail(part.text), piece: part, row }] : [];
}

/** An address split at the end of its line: `jane.smith@` `example.com`, `jane.smith` `@example.com`. */
function overLines(row: Row, next: Row | undefined, i: number): FoundEmail[] {
  if (!next || next.page !== row.page) return [];
  const tail = row.piece.words.at(-1);
  const head = next.piece.words[0];
  if (!tail || !head) return [];
  const broken = /@[\p{L}\p{N}.-]*$/u.test(tail.text) || /^@[\p{L}\p{N}-]+\./u.test(head.text);
  if (!broken) return [];
  const hit = WHOLE.exec(`${tail.text}${head.text}`.replace(/[,;|]$/, ""));
  return hit?.[1] ? [{ address: hit[1], piece: pieceOf([tail, head], row.page), row: i }] : [];
}

/** Addresses of mailto links. */
export function linkedEmails(document: Document): string[] {
  const links = document.pages.flatMap((page) => page.links ?? []);
  return links.flatMap(({ url }) => (/^mailto:/i.test(url) ? [decoded(url.slice(7).split("?")[0] ?? "")] : []));
}

/** Unchanged when its percent-encoding is invalid. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
