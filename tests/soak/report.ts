/** What a soak has shown: a table of everything that was looked at, and the checks of what has to be flat. */
import type { Sample } from "./samples.ts";
import type { Soaked } from "./soak.ts";
import { floors, growthInTenMinutes, type Point } from "./trend.ts";

/** A check's title begins with the case that it proves; see tests/faults/catalogue.ts. */
export type Check = { title: string; problem: string | null };

const GROWTH_MAX = 0.01;
/** What comes and goes with the load leaves a floor that may differ by so many, or by this share. */
const FLOOR_SLACK = { count: 2, share: 0.05 };
const MEGABYTE = 1024 * 1024;

/** `warmUpMinutes`: heaps grow to their size, pools to theirs. */
export function reportOf(soaked: Soaked, warmUpMinutes: number): { lines: string[]; checks: Check[] } {
  const from = (soaked.samples[0]?.atMs ?? 0) + warmUpMinutes * 60_000;
  const warm = soaked.samples.filter(({ atMs }) => atMs >= from);
  const names = [...new Set(warm.flatMap(({ values }) => Object.keys(values)))];
  const series = names.map((name) => ({ name, points: pointsOf(warm, name) }));
  return {
    lines: [
      `${warm.length} looks after ${warmUpMinutes} min of warm-up; ${soaked.asked} things asked, ${soaked.heldBack} held back, ${soaked.webhooks} webhooks`,
      line("", "mean", "lowest", "highest", "floor", "in 10 min"),
      ...series.map(({ name, points }) => row(name, points)),
    ],
    checks: [
      ...series.flatMap(({ name, points }) => checkOf(name, points)),
      { title: "Z08: everything asked ended well", problem: problemOf(soaked.failures) },
      { title: "Z08: the same processes live at the end", problem: problemOf(changed(soaked.samples)) },
      { title: "Z08: no process was left unwaited for", problem: problemOf(warm.slice(-1).filter(({ zombies }) => zombies > 0)) },
      {
        title: "Z08: no process complained",
        problem: problemOf(soaked.output.split("\n").filter((text) => /unhandled|uncaught|"level":[56]0/i.test(text))),
      },
    ],
  };
}

const pointsOf = (samples: Sample[], name: string): Point[] =>
  samples.flatMap(({ atMs, values }) => (values[name] === undefined ? [] : [{ atMs, value: values[name] }]));

/** Resident memory by its slope; handles by the floor that they return to. The heap and the queues are only told. */
function checkOf(name: string, points: Point[]): Check[] {
  if (/^rss (supervisor|API|worker)/.test(name)) {
    const growth = growthInTenMinutes(points);
    const problem = growth < GROWTH_MAX ? null : `it grew by ${percent(growth)}`;
    return [{ title: `Z08: memory of ${name.slice(4)} grows by less than 1 % in ten minutes`, problem }];
  }
  if (!/^(files|connections|temporary|readers)/.test(name)) return [];
  const { first, last } = floors(points);
  const isFlat = last <= first + Math.max(FLOOR_SLACK.count, first * FLOOR_SLACK.share);
  return [{ title: `Z08: ${name} are as many at the end`, problem: isFlat ? null : `at least ${first} at first, ${last} at the end` }];
}

function row(name: string, points: Point[]): string {
  const isBytes = /^(rss|heap)/.test(name);
  const told = (value: number) => (isBytes ? `${(value / MEGABYTE).toFixed(1)} MB` : value.toFixed(value % 1 === 0 ? 0 : 1));
  const values = points.map(({ value }) => value);
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const { first, last } = floors(points);
  const floor = `${told(first)} > ${told(last)}`;
  const growth = isBytes ? percent(growthInTenMinutes(points)) : "";
  return line(name, told(mean), told(Math.min(...values)), told(Math.max(...values)), floor, growth);
}

const line = (name: string, mean: string, lowest: string, highest: string, floor: string, growth: string): string =>
  `${name.padEnd(26)}${mean.padStart(10)}${lowest.padStart(10)}${highest.padStart(10)}${floor.padStart(22)}${growth.padStart(12)}`;

const percent = (share: number): string => `${(100 * share).toFixed(2)} %`;

/** Processes that were not there at first: something died in between. */
function changed(samples: Sample[]): number[] {
  const first = new Set(samples[0]?.pids);
  return samples.flatMap(({ pids }) => pids.filter((pid) => !first.has(pid)));
}

const problemOf = (list: readonly unknown[]): string | null =>
  list.length === 0 ? null : `${list.length} of them: ${JSON.stringify(list.slice(0, 3))}`;
