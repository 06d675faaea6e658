/** Which rows of a section are the heads of entries: those around a period, and lists of early jobs without one. */
import { titleScore } from "#resumes/lexicon/kinds-of-text.ts";
import type { BodyStyle } from "#resumes/outline/body-style.ts";
import type { Row } from "#resumes/page/row.ts";
import { findPeriod } from "#resumes/periods/find-period.ts";
import { bestOf, choicesOf, usualLayout } from "./head-layouts.ts";
import { isPlaceAlone, labelOf, sectionRows } from "./head-rows.ts";
import { HEAD_WORDS_MAX } from "./prose.ts";
import type { Span } from "./span.ts";
import { labelledSpans, strongSpans, withUndated } from "./undated-heads.ts";

/** Rows of the heads, top to bottom, without overlap. `isProject`: the section lists projects, not jobs. */
export function headSpans(rows: readonly Row[], body: BodyStyle, isProject: boolean): Span[] {
  const dated = [...rows.keys()].filter((i) => isAnchor(rows, i));
  const anchors = dated.filter((anchor, n) => n === 0 || isOwnEntry(rows, anchor));
  if (anchors.length === 0) return undatedSpans(rows, body, isProject);
  const section = sectionRows(rows, body);
  const choices = anchors.map((anchor, n) =>
    choicesOf(section, anchor, { before: anchors[n - 1] ?? -1, after: anchors[n + 1] ?? rows.length, isProject }),
  );
  const isBare = anchors.map((anchor) => isBareAnchor(rows[anchor]));
  const bare = usualLayout(choices.filter((_, n) => isBare[n]));
  const full = usualLayout(choices.filter((_, n) => !isBare[n]));
  const usualAt = (n: number) => (isBare[n] ? bare : full);
  const spans: Span[] = [];
  for (const [n, anchor] of anchors.entries()) {
    const floor = spans.at(-1)?.to ?? 0;
    if (anchor < floor) continue;
    const next = anchors[n + 1];
    const ceiling = next === undefined ? rows.length : next - usualAt(n + 1).above;
    const fits = (choices[n] ?? []).filter(({ above, below }) => anchor - above >= floor && anchor + below < Math.max(ceiling, anchor + 1));
    const best = bestOf(fits, usualAt(n));
    const to = anchor + best.below + 1;
    const withPlace = to < ceiling && isPlaceAlone(rows[to], rows[anchor]);
    spans.push({ from: anchor - best.above, to: withPlace ? to + 1 : to });
  }
  return isProject ? spans : withUndated(rows, spans);
}

const LABELLED_ROWS_MAX = 4;

function undatedSpans(rows: readonly Row[], body: BodyStyle, isProject: boolean): Span[] {
  const labelled = isProject ? [] : labelledSpans(rows);
  return labelled.length > 0 ? labelled : strongSpans(rows, body);
}

/** A labelled period is that of a job when labels beside it name the employer or the title: `Duration:` below `Client:` is a part of one. */
function isOwnEntry(rows: readonly Row[], anchor: number): boolean {
  const label = labelOf(rows[anchor]);
  if (label !== "period") return true;
  const names = (i: number) => ["employer", "title"].includes(labelOf(rows[i]) ?? "");
  for (let i = anchor - 1; i >= anchor - LABELLED_ROWS_MAX && labelOf(rows[i]); i--) if (names(i)) return true;
  for (let i = anchor + 1; i <= anchor + LABELLED_ROWS_MAX && labelOf(rows[i]); i++) if (names(i)) return true;
  return false;
}

/** Whether the row has a period and little else. */
function isAnchor(rows: readonly Row[], i: number): boolean {
  const row = rows[i];
  if (!row) return false;
  const found = findPeriod(row.piece.text);
  if (!found || labelOf(row) === "detail") return false;
  const rest = row.piece.text.length - (found.to - found.from);
  const restWords = `${row.piece.text.slice(0, found.from)} ${row.piece.text.slice(found.to)}`
    .split(/\s+/)
    .filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
  if (found.single) {
    const atEdge = found.from <= 1 || found.to >= row.piece.text.length - 1;
    const ownCell =
      row.cells.length > 1 && row.cells.some((cell) => findPeriod(cell.text)?.from === 0 && cell.text.length <= found.to - found.from + 2);
    return !row.bullet && (ownCell || (atEdge && restWords <= 7)) && !/[.;]$/.test(row.piece.text);
  }
  if (row.bullet && rest > 60 && titleScore(row.piece.text) === 0) return false;
  if (/^\P{L}*\p{Ll}/u.test(row.piece.text.slice(0, found.from)) && found.from > 20) return false;
  return restWords <= HEAD_WORDS_MAX;
}

/** Whether the period is alone on its row: title and organisation are above or below. */
function isBareAnchor(row: Row | undefined): boolean {
  const found = row && findPeriod(row.piece.text);
  return found !== null && found !== undefined && found.to - found.from >= (row?.piece.text.length ?? 0) - 3;
}
