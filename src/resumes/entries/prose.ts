/** Whether a row is running text, rather than a name, a title or a date. */
import { anyOf } from "#language/phrases.ts";
import type { Row } from "#resumes/page/row.ts";

/** Longest head row in words. */
export const HEAD_WORDS_MAX = 14;

/** `Handled cash`, `Designing layouts`: a task, not a name. */
const GOES_ON = new RegExp(`\\s${anyOf("resumes", "line_goes_on")}$`, "u");
const DEED = new RegExp(`^\\P{L}*\\p{L}+${anyOf("resumes", "endings_of_deeds")}\\s+\\p{Ll}`, "u");
const IRREGULAR_DEED = new RegExp(`^\\P{L}{0,4}${anyOf("resumes", "irregular_deeds")}\\s+\\p{L}`, "iu");

export function isProse(row: Row): boolean {
  if (/^\S*(?:https?:|www\.)/i.test(row.piece.text)) return true;
  if (DEED.test(row.piece.text) || IRREGULAR_DEED.test(row.piece.text) || GOES_ON.test(row.piece.text)) return true;
  const { text, words } = row.piece;
  return (
    words.length > HEAD_WORDS_MAX ||
    (words.length > 2 && /\s\p{Ll}{5,20}\.$/u.test(text)) ||
    (/[.!?;:]$/.test(text) && words.length > 3 && !/\b(?:inc|ltd|co|corp|s\.l|b\.v)\.$/i.test(text)) ||
    (!row.bold && /^[^\p{L}\p{N}]*\p{Ll}/u.test(text))
  );
}
