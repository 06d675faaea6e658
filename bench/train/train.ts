/**
 * `npm run train -- --data DIR --work DIR`: learns the local engine's ranking from documents with known answers, from those of
 * `bench/pages/written`, which Chromium prints, and from generated pages,
 * prints how right it is on sets that it did not learn from, and writes `src/engines/local/rank/ranking.json`. The folder of `--work` keeps
 * read documents, generated pages, features, and in `left-out` the rankings that left out one set each, for `npm run bench -- accuracy
 * --left-out`. Takes about an hour; needs Chromium, Debian's python3-xgboost and python3-numpy.
 */
import { execFileSync } from "node:child_process";
import { copyFileSync, mkdirSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

/** Pages that the first look learns from; the second look learns from others, whose chances the first gives without having seen them. */
const PAGES = { count: 1200, seed: 3 };
const OTHER_PAGES = { count: 500, seed: 9 };
/** Parts of the written documents that only measure. */
const MEASURED = "fresh,unseen,accounts,statements,filings";
const PYTHON = "/usr/bin/python3";
const ROOT = fileURLToPath(new URL("../../", import.meta.url));

const { values } = parseArgs({ options: { data: { type: "string" }, work: { type: "string" } } });
if (values.data === undefined || values.work === undefined) throw new Error("Use: npm run train -- --data DIR --work DIR");
const data = path.resolve(values.data);
const work = path.resolve(values.work);
mkdirSync(work, { recursive: true });
const within = (name: string): string => path.join(work, name);
const [own, second, leftOut, all] = [within("own"), within("second"), within("left-out"), within("all")];
const [written, writtenSecond] = [within("written-own"), within("written-second")];
const [generated, generatedSecond] = [within("generated"), within("generated-second")];
const out = path.join(ROOT, "src/engines/local/rank/ranking.json");
const read = ["--data", data, "--cache", path.join(work, "read")];
const readWritten = ["--data", within("written"), "--cache", within("read-written"), "--scored", data];
const askPages = ["--scored", data, "--ways", "written,absent,emptied"];

node("bench/train/collect.ts", ...read, "--out", own);
node("bench/pages/written.ts", "--out", within("written"), "--without", MEASURED);
node("bench/train/collect.ts", ...readWritten, "--out", written);
node("bench/train/collect.ts", ...generate("pages", PAGES), ...askPages, "--out", generated);
python("trees.py", own, written, "--more", generated, "--left-out", leftOut, "--out", out);
// The second look learns from chances that rankings gave which had not seen the document's set, or the page.
node("bench/train/collect.ts", ...read, "--by", leftOut, "--out", second);
node("bench/train/collect.ts", ...readWritten, "--by", leftOut, "--out", writtenSecond);
mkdirSync(all, { recursive: true });
copyFileSync(out, path.join(all, "pages_train.json"));
node("bench/train/collect.ts", ...generate("other-pages", OTHER_PAGES), ...askPages, "--by", all, "--out", generatedSecond);
python("trees.py", second, writtenSecond, "--more", generatedSecond, "--together", "--left-out", leftOut, "--out", out);

/** Generates pages of the trades that are learned from; returns where they are, and where they are kept once read. */
function generate(name: string, { count, seed }: { count: number; seed: number }): string[] {
  node("bench/pages/generate.ts", "--out", within(name), "--count", `${count}`, "--seed", `${seed}`, "--part", "train");
  return ["--data", within(name), "--cache", within(`read-${name}`)];
}

function python(script: string, ...args: string[]): void {
  run(PYTHON, path.join("bench/train", script), ...args);
}

function node(...args: string[]): void {
  run(process.execPath, ...args);
}

function run(command: string, ...args: string[]): void {
  execFileSync(command, args, { cwd: ROOT, stdio: "inherit" });
}
