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
const SEED = 3;
const PYTHON = "/usr/bin/python3";
const ROOT = fileURLToPath(new URL("../../", import.meta.url));

const { values } = parseArgs({ options: { data: { type: "string" }, work: { type: "string" } } });
if (values.data === undefined || values.work === undefined) throw new Error("Use: npm run train -- --data DIR --work DIR");
const data = path.resolve(values.data);
const work = path.resolve(values.work);
mkdirSync(work, { recursive: true });
const [pages, own, second, generated, leftOut] = ["pages", "own", "second", "generated", "left-out"].map((name) =>
  path.join(work, name),
) as [string, string, string, string, string];
const out = path.join(ROOT, "src/engines/local/rank/ranking.json");
const read = ["--data", data, "--cache", path.join(work, "read")];
const readPages = ["--data", pages, "--cache", path.join(work, "read-pages"), "--scored", data, "--ways", "written,absent"];

node("bench/pages/generate.ts", "--out", pages, "--count", `${PAGES}`, "--seed", `${SEED}`, "--part", "train");
node("bench/train/collect.ts", ...read, "--out", own);
node("bench/train/collect.ts", ...readPages, "--out", generated);
python("trees.py", own, "--more", generated, "--left-out", leftOut, "--out", out);
// The second look learns from chances that rankings gave which had not seen the document's set.
node("bench/train/collect.ts", ...read, "--by", leftOut, "--out", second);
python("trees.py", second, "--together", "--left-out", leftOut, "--out", out);

function python(script: string, ...args: string[]): void {
  run(PYTHON, path.join("bench/train", script), ...args);
}

function node(...args: string[]): void {
  run(process.execPath, ...args);
}

function run(command: string, ...args: string[]): void {
  execFileSync(command, args, { cwd: ROOT, stdio: "inherit" });
}
