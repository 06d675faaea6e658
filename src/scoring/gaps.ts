/** Finds the gaps between dated entries of any kind; study, care and leave fill them. */
import type { ApplicantProfile } from "#contract/recruiting/profile.ts";
import type { Outline, Period } from "#resumes/outline.ts";
import { spanOf } from "./timeline.ts";

/** Shorter gaps are usual between two jobs. */
const MONTHS_MIN = 6;

/**
 * In order, from the first work on. An entry that goes on to the present ends them. Dates without months are taken to reach as far as their
 * year.
 */
export function gapsOf({ sections }: Outline): ApplicantProfile["gaps"] {
  const spans = sections.flatMap(({ kind, entries }) => entries.flatMap(({ period }) => spanFrom(period, kind === "work") ?? []));
  const gaps: ApplicantProfile["gaps"] = [];
  let until: number | null = null;
  for (const { start, end, isWork } of spans.sort((a, b) => a.start - b.start || a.end - b.end)) {
    if (until === null && !isWork) continue;
    if (until !== null && start - until >= MONTHS_MIN) gaps.push({ from: written(until), to: written(start - 1), months: start - until });
    until = Math.max(until ?? end, end);
  }
  return gaps;
}

function spanFrom(period: Period | null, isWork: boolean): { start: number; end: number; isWork: boolean } | null {
  const span = spanOf(period, null);
  if (period === null || span === null) return null;
  const last = period.end === "present" ? null : (period.end ?? period.start);
  const end = last === null ? Number.POSITIVE_INFINITY : last.month === null ? (last.year + 1) * 12 : span.end;
  return { start: span.start, end, isWork };
}

const written = (month: number): string => `${Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, "0")}`;
