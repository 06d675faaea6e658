/**
 * `npm run train -- --data DIR --cache DIR`: learns the local engine's weights from documents with known answers, reports how good they are
 * on the training documents and on others (cross-validated by group), and writes them to `src/engines/local/weights.json`. `--spread` and
 * `--empty`: see `Fit`; `--dry` writes nothing.
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { KINDS } from "#engines/concepts/concept.ts";
import { FEATURES, type Weights } from "#engines/local/weights.ts";
import { type Prediction, type Row, type Score, scorerBeside } from "../accuracy/predict.ts";
import { type Fit, fitWeights } from "./fit.ts";
import type { Instance } from "./instances.ts";
import prior from "./prior.json" with { type: "json" };

const FOLDS = 5;
/** Features of a candidate depend on other candidates' scores, so they are computed again with the learned weights. */
const ROUNDS = 2;
const OUT = new URL("../../src/engines/local/weights.json", import.meta.url);

const { values } = parseArgs({
  options: {
    data: { type: "string" },
    cache: { type: "string" },
    spread: { type: "string", default: "0.1" },
    empty: { type: "string", default: "0.5" },
    dry: { type: "boolean", default: false },
  },
});
if (values.data === undefined || values.cache === undefined) throw new Error("Use: npm run train -- --data DIR --cache DIR");
const data = path.resolve(values.data);
const cache = path.resolve(values.cache);
const pull: Fit = { spread: Number(values.spread), emptyCounts: Number(values.empty) };
const scorer = await scorerBeside(data);
const rows = scorer.loadTruth(data);
const foldOf = foldsOf(rows);
const start: Weights = {
  features: Object.fromEntries(FEATURES.map((name) => [name, (prior as Record<string, number>)[name] ?? 0])) as Weights["features"],
  kinds: Object.fromEntries(KINDS.map((name) => [name, 0])) as Weights["kinds"],
};

const home = mkdtempSync(path.join(tmpdir(), "winnow-train-"));
try {
  const first = instances(start);
  console.log(line("before", scorer.score(rows, predictions(start))));
  const weights = learned(first, () => true);
  console.log(line("on documents it learned from", scorer.score(rows, predictions(weights))));
  const others = Array.from({ length: FOLDS }, (_, fold) => {
    const part = learned(first, (id) => foldOf.get(id) !== fold);
    return predictions(part).filter(({ id }) => foldOf.get(id) === fold);
  });
  console.log(line("on others", scorer.score(rows, others.flat())));
  if (!values.dry) writeFileSync(OUT, `${JSON.stringify(weights, null, 2)}\n`);
} finally {
  rmSync(home, { recursive: true, force: true });
}

/** Assigns groups, largest first, to the fold with the fewest documents. A picture of a document belongs to its group. */
function foldsOf(all: readonly Row[]): Map<string, number> {
  const byId = new Map(all.map((row) => [row.id, row]));
  const groupOf = (row: Row): string => byId.get(row.derived_from ?? "")?.group ?? row.group ?? row.id;
  const groups = [...Map.groupBy(all, groupOf)].sort(([a, x], [b, y]) => y.length - x.length || (a < b ? -1 : 1));
  const sizes = Array.from({ length: FOLDS }, () => 0);
  const folds = new Map<string, number>();
  for (const [, members] of groups) {
    const fold = sizes.indexOf(Math.min(...sizes));
    sizes[fold] = (sizes[fold] ?? 0) + members.length;
    for (const { id } of members) folds.set(id, fold);
  }
  return folds;
}

/** Weights learned from the documents for which `isIn` is true. */
function learned(first: readonly Instance[], isIn: (id: string) => boolean): Weights {
  const of = (all: readonly Instance[]) => all.filter(({ id }) => isIn(id));
  let weights = fitWeights(of(first), start, pull);
  for (let round = 1; round < ROUNDS; round++) weights = fitWeights(of(instances(weights)), start, pull);
  return weights;
}

function instances(weights: Weights): Instance[] {
  return run(weights, (out) => ["bench/train/collect.ts", data, cache, out]);
}

function predictions(weights: Weights): Prediction[] {
  return run(weights, (out) => ["bench/run.ts", "accuracy", "--data", data, "--cache", cache, "--out", out]);
}

/** Runs a script with other weights; returns the JSON lines it writes. */
function run<Line>(weights: Weights, script: (out: string) => string[]): Line[] {
  const [file, out] = [path.join(home, "weights.json"), path.join(home, "out.jsonl")];
  writeFileSync(file, JSON.stringify(weights));
  const env = { ...process.env, WEIGHTS_FILE: file };
  execFileSync(process.execPath, ["--import", new URL("substitute.ts", import.meta.url).href, ...script(out)], {
    env,
    stdio: ["ignore", "ignore", "inherit"],
  });
  return readFileSync(out, "utf8")
    .trimEnd()
    .split("\n")
    .map((each) => JSON.parse(each));
}

function line(name: string, { sets, overall, set_mean_accuracy, calibration }: Score): string {
  const percent = (share: number | null) => (100 * (share ?? 0)).toFixed(1);
  const each = Object.entries(sets).map(([set, { accuracy }]) => `${set} ${percent(accuracy)}`);
  return `${name}: mean of sets ${percent(set_mean_accuracy)}, all ${percent(overall.accuracy)}, precision ${percent(overall.precision)}, absent filled ${percent(overall.invented)}, calibration error ${(calibration?.ece ?? 0).toFixed(3)} (${each.join(", ")})`;
}
