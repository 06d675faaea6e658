/** Whether a value begins or ends a printed range, `1 May – 31 May`, and whether a field asks for the begin or the end of one. */
import type { Kind } from "#engines/concepts/concept.ts";
import { phrasesOfAll } from "#language/phrases.ts";
import type { Cell, Sheet } from "#structure/sheet.ts";
import type { Span } from "./span.ts";

const BETWEEN = new Set(["-", "–", "—", ...phrasesOfAll("engines", "between_dates")]);
/** Between two dates in one word: "01.09.-30.09.2026". */
const BARE_DASH = /(?<=[\d.])[-–—](?=\d{1,2}[./])/u;
const STARTS = new Set(
  "start starts starting begin begins beginning from first opening commencement commencing inception since".split(" "),
);
const ENDS = new Set("end ends ending to until last closing expiry expiration expires through termination".split(" "));
const RANGED = new Set<Span["shape"]>(["date", "time", "amount", "number", "year"]);

const RANGED_KINDS: ReadonlySet<Kind> = new Set(["date", "time", "amount", "number", "year", "percent"]);

/** `words`: of the field's name and description. A name has no begin and no end: "customer the statement is addressed to". */
export const asksStart = (kind: Kind, words: readonly string[]): boolean => asksOneOf(STARTS, kind, words);
export const asksEnd = (kind: Kind, words: readonly string[]): boolean => asksOneOf(ENDS, kind, words);

const asksOneOf = (one: ReadonlySet<string>, kind: Kind, words: readonly string[]): boolean =>
  RANGED_KINDS.has(kind) && words.some((word) => one.has(word));

/** 1 for the begin of a range, -1 for its end, 0 for neither. */
export function rangePlace({ cell, from, to, raw, shape }: Span, { lines }: Sheet): -1 | 0 | 1 {
  if (!RANGED.has(shape)) return 0;
  const [own, other = ""] = to === from + 1 ? (cell.words[from]?.text.split(BARE_DASH) ?? []) : [];
  if (shape === "date" && /\d/.test(other)) return own === raw ? 1 : -1;
  const row = lines[cell.line] ?? [];
  const next = `${wordAt(row, cell, to + 1)} ${wordAt(row, cell, to + 2)}`;
  if (isBetween(wordAt(row, cell, to)) && /\d/.test(next)) return 1;
  return isBetween(wordAt(row, cell, from - 1)) && /\d/.test(wordAt(row, cell, from - 2)) ? -1 : 0;
}

const isBetween = (word: string): boolean => BETWEEN.has(word.toLowerCase());

/** The word at an index of the cell, which may lie in the cells beside it; empty beyond them. */
function wordAt(row: readonly Cell[], cell: Cell, at: number): string {
  const { words } = cell;
  if (at >= 0 && at < words.length) return words[at]?.text ?? "";
  const next = at < 0 ? row[cell.column - 1] : row[cell.column + 1];
  return (at < 0 ? next?.words.at(at) : next?.words[at - words.length])?.text ?? "";
}
