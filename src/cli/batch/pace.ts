/** How far a batch is, how fast, and how long the rest takes. */

const MINUTE_SECONDS = 60;
const HOUR_SECONDS = 3_600;

/** `count` of `total` are done, `before` of them by an earlier run. */
export type Standing = { count: number; total: number; before: number; seconds: number };

/** Such as `120/1000  3.4/s  4 min left`. */
export function paceOf({ count, total, before, seconds }: Standing): string {
  const here = count - before;
  const perSecond = seconds > 0 ? here / seconds : 0;
  if (here === 0 || perSecond === 0) return `${count}/${total}`;
  const left = count < total ? `  ${timeOf((total - count) / perSecond)} left` : "";
  return `${count}/${total}  ${rateOf(perSecond)}${left}`;
}

function rateOf(perSecond: number): string {
  if (perSecond >= 10) return `${Math.round(perSecond)}/s`;
  return perSecond >= 1 ? `${perSecond.toFixed(1)}/s` : `${(perSecond * MINUTE_SECONDS).toFixed(1)}/min`;
}

function timeOf(seconds: number): string {
  if (seconds < MINUTE_SECONDS) return `${Math.ceil(seconds)} s`;
  if (seconds < HOUR_SECONDS) return `${Math.ceil(seconds / MINUTE_SECONDS)} min`;
  const minutes = Math.ceil(seconds / MINUTE_SECONDS);
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
