/** A moment, told as people do; the exact time on hover. */

const UNITS: [Intl.RelativeTimeFormatUnit, number][] = [
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
];
const NOW_SECONDS = 45;
const WEEK_SECONDS = 7 * 86_400;

const relative = new Intl.RelativeTimeFormat("en", { numeric: "auto" });
const date = new Intl.DateTimeFormat("en", { dateStyle: "medium" });
const exact = new Intl.DateTimeFormat("en", { dateStyle: "full", timeStyle: "medium" });

export function Time({ at }: { at: string }) {
  const then = new Date(at);
  return (
    <time dateTime={at} title={exact.format(then)} className="whitespace-nowrap">
      {told(then, Date.now())}
    </time>
  );
}

function told(then: Date, now: number): string {
  const seconds = (then.getTime() - now) / 1000;
  if (Math.abs(seconds) < NOW_SECONDS) return seconds > 0 ? "in a moment" : "just now";
  if (Math.abs(seconds) > WEEK_SECONDS) return date.format(then);
  const [unit, size] = UNITS.find(([, each]) => Math.abs(seconds) >= each) ?? ["minute" as const, 60];
  return relative.format(Math.round(seconds / size), unit);
}
