/** The applicant's e-mail address: as printed, over several words or lines, or written against harvesters. */
import type { Document } from "#documents/document.ts";
import { repairedEmail } from "#engines/values/email-repair.ts";
import { cut, type Piece, pieceOf } from "#recruiting/resume/page/piece.ts";
import type { Row } from "#recruiting/resume/page/row.ts";

/** `raw` as printed; `address` repaired. */
export type FoundEmail = { address: string; piece: Piece; row: number };

const LOCAL = "[\\p{L}\\p{N}!#$%&'’*+/=?^_`{}~-]+(?:\\.[\\p{L}\\p{N}!#$%&'’*+/=?^_`{}~-]+)*";
const DOMAIN = "(?:[\\p{L}\\p{N}](?:[\\p{L}\\p{N}-]*[\\p{L}\\p{N}])?\\.)+\\p{L}{2,}";
const PRINTED = new RegExp(`${LOCAL}@${DOMAIN}`, "giu");
/** Spaces around the signs, as OCR and justified text have them. */
const SPACED = new RegExp(
  `${LOCAL}(?:\\s?\\.\\s?${LOCAL})?\\s?@\\s?[\\p{L}\\p{N}-]+(?:\\s?\\.\\s?[\\p{L}\\p{N}-]+)*\\s?\\.\\s?(?:com|org|net|edu|de|fr|es|it|nl|pt|co|io|ca|uk|in|us|info|biz|me|eu|ch|at|be|br|mx|ru|cn|jp|ca)(?![\\p{L}\\p{N}])`,
  "giu",
);
const AT = "(?:\\s*[[({<]\\s*(?:at|@|ät|arroba|arobase)\\s*[\\])}>]\\s*|\\s+(?:at|AT)\\s+)";
const DOT = "(?:\\s*[[({<]\\s*(?:dot|punkt|point|punto|\\.)\\s*[\\])}>]\\s*|\\s+(?:dot|DOT)\\s+|\\.)";
const HIDDEN = new RegExp(`[\\p{L}\\p{N}_+-]+(?:${DOT}[\\p{L}\\p{N}_+-]+)*${AT}[\\p{L}\\p{N}-]+(?:${DOT}[\\p{L}\\p{N}-]+)+`, "giu");

/** OCR loses the last point: `@gmailcom`. */
const DOTLESS = new RegExp(
  `${LOCAL}@(?:gmail|yahoo|hotmail|outlook|icloud|example|proton|gmx|web)(?:com|org|net|de|me)(?![\\p{L}\\p{N}])`,
  "giu",
);

/** All addresses in reading order. */
export function findEmails(rows: readonly Row[]): FoundEmail[] {
  const found: FoundEmail[] = [];
  for (const [i, row] of rows.entries()) {
    const here = [...row.cells.flatMap((cell) => inPiece(cell, i))];
    found.push(...(here.length > 0 ? here : inPiece(row.piece, i)));
    if (here.length === 0) found.push(...overLines(row, rows[i + 1], i));
  }
  return found;
}

function inPiece(piece: Piece, row: number): FoundEmail[] {
  if (!/@|\b(?:at|ät|arroba|arobase)\b/i.test(piece.text)) return [];
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

/** The address breaks at the end of its line: `jane.smith@` `example.com`, `jane.smith` `@example.com`. */
function overLines(row: Row, next: Row | undefined, i: number): FoundEmail[] {
  if (!next || next.page !== row.page) return [];
  const tail = row.piece.words.at(-1);
  const head = next.piece.words[0];
  if (!tail || !head) return [];
  const broken = /@[\p{L}\p{N}.-]*$/u.test(tail.text) || /^@[\p{L}\p{N}-]+\./u.test(head.text);
  if (!broken) return [];
  const hit = new RegExp(`^(?:mailto:)?(${LOCAL}@${DOMAIN})$`, "iu").exec(`${tail.text}${head.text}`.replace(/[,;|]$/, ""));
  return hit?.[1] ? [{ address: hit[1], piece: pieceOf([tail, head], row.page), row: i }] : [];
}

/** Addresses of mailto links. */
export function linkedEmails(document: Document): string[] {
  const links = document.pages.flatMap((page) => page.links ?? []);
  return links.flatMap(({ url }) => (/^mailto:/i.test(url) ? [decoded(url.slice(7).split("?")[0] ?? "")] : []));
}

/** As it stands where its percent signs mean nothing. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
