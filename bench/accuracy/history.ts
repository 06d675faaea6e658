/** Scores of every version of the local engine on the development half, kept in `history.json`, so that a change shows what it cost. */
import { readFileSync, writeFileSync } from "node:fs";
import { ENGINE_VERSION } from "#engines/versions.ts";
import type { Score } from "./predict.ts";

/** Shares in per cent; `calibration`: expected calibration error, 0..1; `ms`: engine and results, median per page. */
type Entry = {
  version: number;
  date: string;
  accuracy: Record<string, number>;
  mean: number;
  precision: number;
  absentFilled: number;
  grounded: number;
  calibration: number;
  msPerPage: number | null;
};

const FILE = new URL("history.json", import.meta.url);

export function entryOf(score: Score, msPerPage: number): Entry {
  const percent = (share: number | null) => Math.round(1000 * (share ?? 0)) / 10;
  const thousandth = (value: number) => Math.round(1000 * value) / 1000;
  return {
    version: ENGINE_VERSION,
    date: new Date().toISOString().slice(0, 10),
    accuracy: Object.fromEntries(Object.entries(score.sets).map(([set, { accuracy }]) => [set, percent(accuracy)])),
    mean: percent(score.set_mean_accuracy),
    precision: percent(score.overall.precision),
    absentFilled: percent(score.overall.invented),
    grounded: percent(score.overall.grounded),
    calibration: thousandth(score.calibration?.ece ?? 0),
    msPerPage: thousandth(msPerPage),
  };
}

/** A line for each figure that differs from the last recorded one. */
export function changesSince(entry: Entry): string[] {
  const last = recorded().at(-1);
  if (!last) return [];
  const now = flat(entry);
  const changed = Object.entries(flat(last)).filter(([name, before]) => now[name] !== undefined && now[name] !== before);
  return changed.map(([name, before]) => `since version ${last.version}: ${name} ${before} -> ${now[name]}`);
}

/** Keeps the entry, in place of an earlier one of the same version. */
export function record(entry: Entry): void {
  const entries = [...recorded().filter(({ version }) => version !== entry.version), entry];
  writeFileSync(FILE, `${JSON.stringify(entries, null, 2)}\n`);
}

const recorded = (): Entry[] => JSON.parse(readFileSync(FILE, "utf8"));

function flat({ accuracy, mean, precision, absentFilled, grounded, calibration }: Entry): Record<string, number> {
  return { ...accuracy, mean, precision, absentFilled, grounded, calibration };
}
