/** The findings of a bench: one line each, with its target, and the same as JSON. */
import { mkdir, writeFile } from "node:fs/promises";

export type Finding = {
  name: string;
  /** The figure that has the target. */
  value: number;
  unit: string;
  target: { kind: "at least" | "at most"; value: number } | null;
  /** The figures it was computed from. */
  details: Record<string, number | string>;
};

export const meets = ({ value, target }: Finding): boolean =>
  target === null || (target.kind === "at least" ? value >= target.value : value <= target.value);

export function print(finding: Finding): void {
  const target = finding.target
    ? `${meets(finding) ? "meets" : "MISSES"} ${finding.target.kind} ${finding.target.value} ${finding.unit}`
    : "";
  const details = Object.entries(finding.details).map(([key, value]) => `${key} ${typeof value === "number" ? round(value) : value}`);
  process.stdout.write(
    `${finding.name.padEnd(34)} ${`${round(finding.value)} ${finding.unit}`.padEnd(16)} ${target.padEnd(30)} ${details.join(", ")}\n`,
  );
}

export async function writeJson(findings: Finding[]): Promise<string> {
  const folder = new URL("out/", import.meta.url);
  await mkdir(folder, { recursive: true });
  const file = new URL(`bench-${new Date().toISOString().replaceAll(":", "-")}.json`, folder);
  await writeFile(file, `${JSON.stringify({ node: process.version, findings }, null, 2)}\n`);
  return `bench/out/${file.pathname.split("/").at(-1)}`;
}

export const round = (value: number): number => (Math.abs(value) >= 100 ? Math.round(value) : Math.round(value * 1000) / 1000);

export function quantile(values: number[], q: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(q * sorted.length))] ?? 0;
}

/** Runs `work` `count` times, `width` in parallel; returns the seconds it took. */
export async function timed(count: number, width: number, work: (index: number) => Promise<unknown>): Promise<number> {
  const t0 = performance.now();
  let next = 0;
  await Promise.all(
    Array.from({ length: width }, async () => {
      while (next < count) await work(next++);
    }),
  );
  return (performance.now() - t0) / 1000;
}
