/** Start and end of an entry as findings: both point at the period's words and `value` is the end that is meant. */
import type { Finding } from "#engines/engine.ts";
import { printYearMonth } from "#engines/values/year-month.ts";
import type { ReadEntry } from "#resumes/entries/read-entry.ts";
import { pointAt } from "./point-at.ts";

export function periodFindings(path: string, { period, periodAt }: ReadEntry): Finding[] {
  if (!period || !periodAt) return [];
  const findings: Finding[] = [];
  if (period.start) findings.push(pointAt(`${path}/startDate`, periodAt, { value: printYearMonth(period.start) }));
  if (period.end && period.end !== "present") findings.push(pointAt(`${path}/endDate`, periodAt, { value: printYearMonth(period.end) }));
  return findings;
}
