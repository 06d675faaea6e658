/**
 * `npm run soak -- --minutes 60 --rate 2 --warm-up 10 --dir FOLDER`: the mix of work that the samples allow, at half of what the machine can do
 * (measured first, or as `--rate` says), and what the service holds all the while. Exits 1 when memory or handles grow. Everything looked at stays
 * in `--dir` as samples.jsonl.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import type { FigureName } from "../faults/figures.ts";
import { reportOf } from "./report.ts";
import { soak } from "./soak.ts";

const WARM_UP_MINUTES_MAX = 10;
const WARM_UP_SHARE = 0.2;

const { values } = parseArgs({
  options: {
    minutes: { type: "string", default: "60" },
    rate: { type: "string" },
    measure: { type: "string", default: "90" },
    "warm-up": { type: "string" },
    dir: { type: "string" },
  },
});
const minutes = Number(values.minutes);
const folder = values.dir ?? (await mkdtemp(path.join(tmpdir(), "winnow-soak-")));
const soaked = await soak({
  folder,
  minutes,
  perSecond: values.rate === undefined ? null : Number(values.rate),
  measureSeconds: Number(values.measure),
  tell: (line) => console.log(line),
});
const warmUp = Number(values["warm-up"] ?? Math.min(WARM_UP_MINUTES_MAX, minutes * WARM_UP_SHARE));
const { lines, checks } = reportOf(soaked, warmUp);
console.log(lines.join("\n"));
for (const { title, problem } of checks)
  console.log(`${problem === null ? "held  " : "BROKEN"}  ${title}${problem === null ? "" : `\n        ${problem}`}`);
const name: FigureName = "soak";
const growth = checks.flatMap(({ title, problem }) => (problem === null ? [] : [`${title}: ${problem}`])).join("; ") || "all flat";
const figures = [{ name, text: `${minutes} min at ${soaked.perSecond.toFixed(2)} a second: ${growth}` }];
const assertionResults = checks.map(({ title, problem }, i) => ({
  title,
  status: problem === null ? "passed" : "failed",
  meta: i === 0 ? { figures } : {},
}));
mkdirSync("coverage", { recursive: true });
writeFileSync("coverage/soak.json", JSON.stringify({ lines, perSecond: soaked.perSecond, testResults: [{ assertionResults }] }));
const isWhole = checks.every(({ problem }) => problem === null);
if (isWhole && values.dir === undefined) await rm(folder, { recursive: true, force: true });
else console.log(`What it looked at is in ${folder}.`);
process.exit(isWhole ? 0 : 1);
