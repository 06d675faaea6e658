/**
 * `npm run storm -- --minutes 10 --seed 1 --rate 5 --dir FOLDER`: load, and everything that can go wrong beside it; then what has to be true.
 * With `--dir` a storm that was stopped goes on where it was. Exits 1 when something was lost, done twice or left behind.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { storm } from "./storm.ts";
import { removeWorld } from "./world.ts";

const { values } = parseArgs({
  options: {
    minutes: { type: "string", default: "10" },
    seed: { type: "string", default: String(Math.floor(Math.random() * 1e9)) },
    rate: { type: "string", default: "5" },
    dir: { type: "string" },
  },
});
const folder = values.dir ?? (await mkdtemp(path.join(tmpdir(), "winnow-storm-")));
console.log(`seed ${values.seed}, ${values.minutes} minutes, ${values.rate} submissions a second, in ${folder}`);
const checks = await storm({
  folder,
  minutes: Number(values.minutes),
  seed: Number(values.seed),
  perSecond: Number(values.rate),
  tell: (line) => console.log(line),
});
for (const { title, problem } of checks)
  console.log(`${problem === null ? "held  " : "BROKEN"}  ${title}${problem === null ? "" : `\n        ${problem}`}`);
const assertionResults = checks.map(({ title, problem, figure }) => ({
  title,
  status: problem === null ? "passed" : "failed",
  meta: { figures: figure ? [figure] : [] },
}));
mkdirSync("coverage", { recursive: true });
writeFileSync("coverage/storm.json", JSON.stringify({ testResults: [{ assertionResults }] }));
const isWhole = checks.every(({ problem }) => problem === null);
if (isWhole) await removeWorld(folder);
else console.log(`What it left is in ${folder}.`);
process.exit(isWhole ? 0 : 1);
