/**
 * `npm run train -- --data DIR --work DIR`: learns the local engine's ranking from documents with known answers and from generated pages,
 * prints how right it is on sets that it did not learn from, and writes `src/engines/local/rank/ranking.json`. The folder of `--work` keeps
 * read documents, generated pages, features, and in `left-out` the rankings that left out one set each, for `npm run bench -- accuracy
 * --left-out`. Takes some 15 minutes; needs Debian's python3-xgboost and python3-numpy.
 */
import { execFileSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

const PAGES = 1200;
const SEED = 1;
const PYTHON = "/usr/bin/python3";
const ROOT = fileURLToPath(new URL("../../", import.meta.url));

const { values } = parseArgs({ options: { data: { type: "string" }, work: { type: "string" } } });
if (values.data === undefined || values.work === undefined) throw new Error("Use: npm run train -- --data DIR --work DIR");
const data = path.resolve(values.data);
const work = path.resolve(values.work);
mkdirSync(work, { recursive: true });
const [pages, ownFeatures, pageFeatures] = ["pages", "own", "generated"].map((name) => path.join(work, name)) as [string, string, string];

node("bench/pages/generate.ts", "--out", pages, "--count", `${PAGES}`, "--seed", `${SEED}`, "--part", "train");
node("bench/train/collect.ts", data, path.join(work, "read"), ownFeatures);
node("bench/train/collect.ts", pages, path.join(work, "read-pages"), pageFeatures, data, "written,absent");
const out = path.join(ROOT, "src/engines/local/rank/ranking.json");
run(PYTHON, "bench/train/trees.py", ownFeatures, "--more", pageFeatures, "--left-out", path.join(work, "left-out"), "--out", out);

function node(...args: string[]): void {
  run(process.execPath, ...args);
}

function run(command: string, ...args: string[]): void {
  execFileSync(command, args, { cwd: ROOT, stdio: "inherit" });
}
