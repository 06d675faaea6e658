/** The applicant's name: words at the top that are printed like a name, and that address, links and repetitions confirm. */

import type { Word } from "#documents/document.ts";
import { largest, smallest } from "#documents/long-lists.ts";
import { fold } from "#language/fold.ts";
import { anyOf } from "#language/phrases.ts";
import { RANKS } from "#resumes/lexicon/job-titles.ts";
import { isRegion, organisationScore, placeScore, schoolScore, titleScore } from "#resumes/lexicon/kinds-of-text.ts";
import { PARTICLES } from "#resumes/lexicon/person-words.ts";
import { type Piece, pieceOf } from "#resumes/page/piece.ts";
import { type Row, typeSizeOf } from "#resumes/page/row.ts";
import { agree } from "./agree.ts";
import { closedUp } from "./letter-spaced.ts";
import { isNameLike, nameIn } from "./name-like.ts";
import { LARGE, SAME_SIZE, stackedPieces } from "./stacked.ts";

/** `lead`: how far it is ahead of the next candidate, 0..1. `value`: the name when it is split in the piece's text. */
export type FoundName = { piece: Piece; row: number; score: number; lead: number; value?: string };

export type NameHints = {
  /** Font size of the body. */
  bodySize: number;
  /** Index of the first row outside the header and the personal details. */
  firstHeading: number;
  /** Parts before the @ of the applicant's addresses, and last parts of profile links. */
  handles: string[];
  /** Rows that hold the applicant's address or number. */
  contactRows: number[];
};

const ROWS_MAX = 60;
const SCORE_MIN = 2.5;
/** Minimum score for words in the header beside the address, where a name is expected. */
const SCORE_NEAR_MIN = 1.7;
/** Maximum ratio of the largest word of a name to its smallest. */
const SIZES_MAX = 2.5;
const LABEL_ALONE = new RegExp(`^${anyOf("resumes", "name_labels_alone")}\\s*[:：]?$`, "iu");

export function findName(rows: readonly Row[], hints: NameHints): FoundName | null {
  const page = rows.filter((row) => row.page === rows[0]?.page).slice(0, ROWS_MAX * 2);
  const largestSize = largest(page.map((row) => row.size));
  const repeats = countTexts(rows);
  const found: Omit<FoundName, "lead">[] = [];
  for (const [i, row] of page.entries()) {
    const underLabel = LABEL_ALONE.test(page[i - 1]?.piece.text ?? "");
    const sight = { hints, largestSize, repeats, above: rowsAbove(page, i) };
    const closed = letterSpaced(page, i, hints);
    if (closed) found.push({ piece: closed, row: i, score: scoreOf(closed, row, i, sight), value: closed.text });
    for (const piece of candidates(page, i, hints.bodySize)) {
      const name = nameIn(piece);
      if (!name) continue;
      const score = scoreOf(name.piece, row, i, sight) + (name.labelled || underLabel ? 5 : 0);
      const isNear = i < hints.firstHeading && hints.contactRows.some((at) => Math.abs(at - i) <= 4);
      if (score >= (isNear ? SCORE_NEAR_MIN : SCORE_MIN)) found.push({ piece: name.piece, row: i, score });
    }
  }
  const [best, next] = found.sort((a, b) => b.score - a.score);
  if (!best) return null;
  const rival = found.find((each) => each.row !== best.row && fold(each.piece.text) !== fold(best.piece.text)) ?? next;
  return { ...best, lead: rival && rival !== best ? Math.min(1, (best.score - rival.score) / 3) : 1 };
}

/** A row of large letter-spaced type, alone or with the next, whose joined pieces are the name that an address or link spells. */
function letterSpaced(rows: readonly Row[], i: number, { bodySize, handles }: NameHints): Piece | null {
  const [row, next] = rows.slice(i, i + 2);
  if (!row || row.size < LARGE * bodySize) return null;
  const isStacked = next && Math.abs(next.size - row.size) < SAME_SIZE.native * row.size;
  const pieces = [closedUp([row]), isStacked ? closedUp([row, next]) : null].flatMap((piece) => piece ?? []);
  const spells = ({ text }: Piece) => isNameLike(text) && handles.some((handle) => agree(text.split(" "), handle) === 1);
  return pieces.find(spells) ?? null;
}

/** The row, its cells, its parts between separators, and the row joined with the next of the same large type. */
function candidates(rows: readonly Row[], i: number, bodySize: number): Piece[] {
  const row = rows[i];
  if (!row || row.bullet) return [];
  const pieces = row.cells.length > 1 ? [...row.cells] : [row.piece];
  if (row.cells.length > 1 && row.piece.words.length <= 5 && !/[:：]/.test(row.piece.text)) pieces.unshift(row.piece);
  const stacked = stackedPieces(rows, i, bodySize);
  const seam = /\s{1,2}[-–—|•·]\s{1,2}|,\s{1,2}/u.exec(row.piece.text);
  if (seam && row.piece.words.length < 14) {
    const at = row.piece.text.slice(0, seam.index).split(" ").length;
    pieces.push(pieceOf(row.piece.words.slice(0, at), row.page));
  }
  const digits = row.piece.words.findIndex((word) => /[\d@]/.test(word.text));
  if (digits >= 2 && digits <= 5) pieces.push(pieceOf(row.piece.words.slice(0, digits), row.page));
  return [...stacked, ...pieces].filter(({ words }) => isOfOneType(words));
}

/** Whether all words have about one size, as names do. OCR sizes vary: words without ascenders measure two thirds of others. */
function isOfOneType(words: readonly Word[]): boolean {
  const sizes = words.map((word) => word.fontSize);
  return largest(sizes) < SIZES_MAX * smallest(sizes);
}

/** `above`: how many rows of the page are wholly above. */
type Sight = { hints: NameHints; largestSize: number; repeats: ReadonlyMap<string, number>; above: number };

function rowsAbove(rows: readonly Row[], i: number): number {
  const top = rows[i]?.box.top ?? 0;
  let count = 0;
  for (const row of rows.slice(0, ROWS_MAX)) if (row.box.bottom <= top + 1) count += 1;
  return count;
}

function scoreOf(piece: Piece, row: Row, i: number, { hints, largestSize, repeats, above }: Sight): number {
  const { text } = piece;
  const words = text.split(/\s+/);
  const stacked = piece.words.some((word) => !row.piece.words.includes(word));
  const size = typeSizeOf(piece.words);
  const full = words.filter((word) => !PARTICLES.has(fold(word))).length;
  let score = Math.max(0, 2.2 - 0.35 * above);
  if (size >= LARGE * hints.bodySize) score += size >= 0.97 * largestSize ? 3 : 1.5;
  else if (size >= 1.12 * hints.bodySize) score += 1;
  if (row.bold) score += 0.4;
  // "João Pedro dos Santos e": the rest is in the next line.
  if (words.length > 1 && PARTICLES.has(fold(words.at(-1) ?? ""))) score -= 2.5;
  if (stacked) score += size >= LARGE * hints.bodySize ? 0.8 : -2;
  const caseless = !/[\p{Lu}\p{Ll}]/u.test(text);
  const isLong = full >= 2 && full <= 5 && (stacked || full < words.length);
  if ((words.length >= 2 && words.length <= 4) || isLong) score += 1;
  else if (words.length === 1) score += caseless ? 0.5 : -1.2;
  const agreement = Math.max(0, largest(hints.handles.map((handle) => agree(words, handle))));
  score += 3 * agreement;
  if (hints.contactRows.some((at) => at >= i && at - i <= 4)) score += 1;
  else if (hints.contactRows.some((at) => at < i && i - at <= 2)) score += 0.7;
  if (i > hints.firstHeading) score -= 2;
  if ((repeats.get(fold(text)) ?? 0) > 1) score += 1;
  if (row.cells.length > 1 && piece.words.length === row.piece.words.length && size < LARGE * hints.bodySize) score -= 2;
  return score - against(text, words, agreement);
}

/** Signs against a name: a job, a place, an organisation. Weaker where the address matches: people are called Baker and Paris. */
function against(text: string, words: readonly string[], agreement: number): number {
  let sum = 0;
  const titled = titleScore(text);
  if (titled > 0) sum += titled;
  if (words.length > 1 && RANKS.has(fold(words[0] ?? ""))) sum += 2;
  if (placeScore(text) > 0 || (words.length === 3 && isRegion(words.slice(0, 2).join(" ")))) sum += 3;
  if (organisationScore(text) > 0 || schoolScore(text) > 0) sum += 2;
  return agreement >= 0.5 ? sum * 0.4 : sum;
}

function countTexts(rows: readonly Row[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const row of rows) {
    const text = fold(row.piece.text);
    counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  return counts;
}
