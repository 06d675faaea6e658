/**
 * Dates set apart at the right of running text: `• Designed a mechanism …    May 2022 – Aug 2022`, where the layout prints the period of
 * the entry beside its first bullet. They become rows of their own above the text, so that they can be read as parts of its head.
 */
import { append } from "#documents/long-lists.ts";
import { anyOf } from "#language/phrases.ts";
import type { Piece } from "#resumes/page/piece.ts";
import { type Row, rowOf } from "#resumes/page/row.ts";
import { findPeriod } from "#resumes/periods/find-period.ts";
import { isProse } from "./prose.ts";

const DURATION = new RegExp(`^\\(?(?:\\d+\\+?\\s*${anyOf("resumes", "durations")}[\\s,]*){1,2}\\)?$`, "iu");

export function withDatesApart(rows: readonly Row[]): Row[] {
  const ordered: Row[] = [];
  let text: Row[] = [];
  for (const row of rows) {
    const parts = apart(row);
    if (parts) {
      ordered.push(parts.date);
      text.push(parts.text);
      continue;
    }
    append(ordered, text);
    ordered.push(row);
    text = [];
  }
  append(ordered, text);
  return ordered;
}

/** The date and the text of such a row; null for another one. */
function apart(row: Row): { date: Row; text: Row } | null {
  const last = row.cells.at(-1);
  if (row.cells.length < 2 || !last || !isTime(last)) return null;
  const text = rowOf(
    row.cells.slice(0, -1).map(({ words }) => words),
    row.page,
    row.block,
    null,
  );
  const date = rowOf([last.words], row.page, row.block, null);
  if (!text || !date || !(row.bullet || isProse(text))) return null;
  return { date: { ...date, gap: row.gap }, text: { ...text, bullet: row.bullet, gap: row.gap } };
}

/** A period, a date or a duration and nothing else. */
function isTime({ text }: Piece): boolean {
  const found = findPeriod(text);
  return DURATION.test(text) || (found !== null && found.to - found.from >= text.length - 2);
}
