/** How far a batch is, how fast it goes, and how long the rest takes at that rate. */
import type { Schemas } from "@winnow/sdk";
import { countOf } from "#ui/count.ts";

/** `perMinute`: null while nothing is done. `secondsLeft`: null when all is done, or nothing yet. */
export type BatchProgress = {
  done: number;
  failed: number;
  open: number;
  share: number;
  perMinute: number | null;
  secondsLeft: number | null;
};

const MINUTE_SECONDS = 60;
const HOUR_SECONDS = 60 * MINUTE_SECONDS;

/** `now`: Unix time, ms. */
export function progressOf({ total, counts, created_at, completed_at }: Schemas["ExtractBatchSummary"], now: number): BatchProgress {
  const done = counts.completed + counts.failed;
  const open = counts.processing + counts.retrying;
  const seconds = Math.max(1, ((completed_at === null ? now : Date.parse(completed_at)) - Date.parse(created_at)) / 1000);
  const perMinute = done === 0 ? null : (done / seconds) * MINUTE_SECONDS;
  const secondsLeft = perMinute === null || open === 0 ? null : (open / perMinute) * MINUTE_SECONDS;
  // Tasks that were deleted are in no count.
  return { done, failed: counts.failed, open, share: open === 0 ? 1 : done / Math.max(total, 1), perMinute, secondsLeft };
}

/** `about 3 minutes`. */
export function durationOf(seconds: number): string {
  if (seconds < MINUTE_SECONDS) return "less than a minute";
  if (seconds < HOUR_SECONDS) return `about ${countOf(Math.round(seconds / MINUTE_SECONDS), "minute")}`;
  return `about ${countOf(Math.round(seconds / HOUR_SECONDS), "hour")}`;
}

const rate = new Intl.NumberFormat("en", { maximumFractionDigits: 1 });

/** `12 a minute`; of a slow one with a decimal. */
export const rateOf = (perMinute: number): string =>
  `${perMinute >= 10 ? rate.format(Math.round(perMinute)) : rate.format(perMinute)} a minute`;
