/**
 * Time in a résumé, in months: relative to the evaluation's month where something goes on to the present, else to the résumé's own latest date, so
 * that an old résumé does not age.
 */
import { largest } from "#documents/long-lists.ts";
import type { YearMonth } from "#engines/values/year-month.ts";
import type { Outline, Period } from "#resumes/outline.ts";
import { SINGLE_YEAR_MONTHS } from "./rules.ts";

/** Months since year 0; `end` is exclusive. `ongoing`: the entry goes on to the present. */
export type Span = { start: number; end: number; ongoing: boolean };

/** Months since year 0. */
export const monthOfDate = (date: Date): number => date.getUTCFullYear() * 12 + date.getUTCMonth();

/** The month that ages are measured from. `own`: the résumé's latest date. */
export function measuredFrom(periods: readonly (Period | null)[], own: number | null, today: number): number | null {
  return periods.some((period) => period?.end === "present") ? Math.max(own ?? today, today) : own;
}

/** The latest date anywhere in the résumé, in months since year 0; null when it has none. */
export function documentMonth(outline: Outline): number | null {
  const months = outline.sections
    .flatMap((section) => section.entries)
    .flatMap(({ period }) => (period ? [period.start, period.end === "present" ? null : period.end] : []))
    .flatMap((date) => (date ? [monthOf(date)] : []));
  return months.length === 0 ? null : largest(months);
}

/** Null when start or end is unknown. `now`: the month to which ongoing entries count. */
export function spanOf(period: Period | null, now: number | null): Span | null {
  if (!period) return null;
  const { start, end } = period;
  if (end === "present") {
    if (!start) return null;
    const from = monthOf(start);
    return { start: from, end: Math.max(now ?? from, from + 1), ongoing: true };
  }
  const first = start ?? end;
  const last = end ?? start;
  if (!first || !last) return null;
  const from = monthOf(first);
  // A month ends after it; of a year alone only the year itself counts.
  const until = monthOf(last) + (last.month === null ? 0 : 1);
  return { start: from, end: Math.max(until, from + (first.month === null && until <= from ? SINGLE_YEAR_MONTHS : 1)), ongoing: false };
}

/** Months that at least one of the spans covers. */
export function coveredMonths(spans: readonly Span[]): number {
  let covered = 0;
  let until = Number.NEGATIVE_INFINITY;
  for (const { start, end } of [...spans].sort((a, b) => a.start - b.start || a.end - b.end)) {
    covered += Math.max(0, end - Math.max(start, until));
    until = Math.max(until, end);
  }
  return covered;
}

function monthOf({ year, month }: YearMonth): number {
  return year * 12 + (month === null ? 0 : month - 1);
}
