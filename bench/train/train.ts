/**
 * `npm run train -- --data DIR --work DIR`: learns the local engine's ranking from documents with known answers, from those of
 * `bench/pages/written`, which Chromium prints, and from generated pages,
 * prints how right it is on sets that it did not learn from, and writes `src/engines/local/rank/ranking.json`. The folder of `--work` keeps
 * read documents, generated pages, features, and in `left-out` the rankings that left out one set each, for `npm run bench -- accuracy
 * --left-out`. Takes an hour and a half; needs Chromium, Debian's python3-xgboost and python3-numpy.
 */
import { execFileSync } from "node:child_process";
import { copyFileSync, mkdirSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

/** Generated pages that each look learns from: from others than those before it, whose chances these give without having seen them. */
const PAGES = {
  first: { seed: 3, counts: { train: 1200, train_plain: 300 } },
  second: { seed: 9, counts: { train: 500, train_plain: 120 } },
  last: { seed: 11, counts: { train: 300, train_plain: 150, train_short: 500 } },
};
/** Parts of the written documents that only measure. */
const MEASURED = "fresh,unseen,accounts,statements,filings,notices";
const PYTHON = "/usr/bin/python3";
const ROOT = fileURLToPath(new URL("../../", import.meta.url));

const { values } = parseArgs({ options: { data: { type: "string" }, work: { type: "string" } } });
if (values.data === undefined || values.work === undefined) throw new Error("Use: npm run train -- --data DIR --work DIR");
const data = path.resolve(values.data);
const work = path.resolve(values.work);
mkdirSync(work, { recursive: true });
const within = (name: string): string => path.join(work, name);
const [leftOut, all] = [within("left-out"), within("all")];
const out = path.join(ROOT, "src/engines/local/rank/ranking.json");
mkdirSync(all, { recursive: true });
/** Where documents with known answers come from. */
const OWN = {
  own: ["--data", data, "--cache", within("read")],
  written: ["--data", within("written"), "--cache", within("read-written"), "--scored", data],
};

node("bench/pages/written.ts", "--out", within("written"), "--without", MEASURED);
look("first");
// The later looks learn from chances that rankings gave which had not seen the document's set, or the page.
look("second", "--together");
look("last", "--last");

/** Learns a look from candidates as the looks before it see them. `how`: the option of trees.py, none for the first look. */
function look(name: keyof typeof PAGES, ...how: string[]): void {
  const last = name === "last" ? ["--last"] : [];
  const by = (folder: string): string[] => (name === "first" ? [] : ["--by", folder, ...last]);
  const outs = Object.entries(OWN).map(([part, from]) => {
    node("bench/train/collect.ts", ...from, ...by(leftOut), "--out", within(`${name}-${part}`));
    return within(`${name}-${part}`);
  });
  const { seed, counts } = PAGES[name];
  const pages = Object.entries(counts).map(([part, count]) => {
    const [from, to] = [within(`pages-${name}-${part}`), within(`${name}-${part}`)];
    if (name !== "first") copyFileSync(out, path.join(all, `pages_${part}.json`));
    node("bench/pages/generate.ts", "--out", from, "--count", `${count}`, "--seed", `${seed}`, "--part", part);
    const read = ["--data", from, "--cache", within(`read-${name}-${part}`), "--scored", data];
    node("bench/train/collect.ts", ...read, "--ways", "written,absent,emptied", ...by(all), "--out", to);
    return to;
  });
  python("trees.py", ...outs, "--more", ...pages, ...how, "--left-out", leftOut, "--out", out);
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
