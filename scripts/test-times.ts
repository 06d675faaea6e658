/**
 * `npm run test:times`: what the last whole `npm test` took, by project and for the slowest files. `-- --record` keeps the times of the files
 * that take 3 s or more: they are begun first (tests/support/longest-first.ts).
 */
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";

const ROOT = path.resolve(import.meta.dirname, "..");
const KEPT_SECONDS_MIN = 3;
const SHOWN = 15;

type Report = { startTime: number; testResults: { name: string; startTime: number; endTime: number; assertionResults: unknown[] }[] };

const report: Report = JSON.parse(readFileSync(path.join(ROOT, "coverage/tests.json"), "utf8"));
const files = report.testResults
  .map(({ name, startTime, endTime, assertionResults }) => ({
    file: path.relative(ROOT, name),
    seconds: (endTime - startTime) / 1000,
    tests: assertionResults.length,
  }))
  .sort((a, b) => b.seconds - a.seconds);

const wholeSeconds = (Math.max(...report.testResults.map(({ endTime }) => endTime)) - report.startTime) / 1000;
console.log(`whole run: ${Math.round(wholeSeconds)} s\n`);
console.log("project     files   tests   seconds of its files, one after the other");
for (const [project, own] of Object.entries(Object.groupBy(files, ({ file }) => projectOf(file)))) {
  const sum = (of: (each: (typeof files)[number]) => number) => Math.round((own ?? []).reduce((total, each) => total + of(each), 0));
  console.log(
    `${project.padEnd(10)}${String(own?.length).padStart(7)}${String(sum(({ tests }) => tests)).padStart(8)}${String(sum(({ seconds }) => seconds)).padStart(10)}`,
  );
}
console.log("");
for (const { file, seconds } of files.slice(0, SHOWN)) console.log(`${String(Math.round(seconds)).padStart(5)} s  ${file}`);

if (parseArgs({ options: { record: { type: "boolean" } } }).values.record) {
  const kept = files.filter(({ seconds }) => seconds >= KEPT_SECONDS_MIN).map(({ file, seconds }) => [file, Math.round(seconds)] as const);
  const text = JSON.stringify(Object.fromEntries(kept.sort(([a], [b]) => (a < b ? -1 : 1))), null, 2);
  writeFileSync(path.join(ROOT, "tests/support/seconds.json"), `${text}\n`);
}

/** As vitest.config.ts parts them. */
function projectOf(file: string): string {
  const [, named] = /\.(browser|processes)\.test\.ts$/.exec(file) ?? [];
  return named ?? (file.startsWith("tests/") ? "service" : "unit");
}
