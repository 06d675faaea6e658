/** Accuracy on documents with known answers. */
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { engineBy } from "#engines/local/engine.ts";
import { readOneByOne, spread } from "../reading.ts";
import { quantile } from "../report.ts";
import { changesSince, entryOf, record } from "./history.ts";
import { failuresPage } from "./html.ts";
import { rankingsFor } from "./left-out.ts";
import { type Prediction, predict, scorerBeside } from "./predict.ts";

const USE =
  "accuracy --data DIR [--set a,b] [--errors N] [--fields] [--cache DIR] [--out FILE] [--record] [--report html [--worst N]] [--left-out DIR]";

/**
 * Prints the scorer's report, the time per document and page, and what changed since the last recorded version. `--data` holds sets
 * (`<set>/truth.jsonl`, `<set>/docs`), the scorer is `score/extraction.mjs` beside it. `--cache` keeps read documents as JSON between
 * runs; `--left-out` takes for each set the ranking that did not learn from it (`npm run train` wrote them to DIR); `--out` writes the predictions, `--record` the figures to `history.json`, `--report html` the worst failures with pictures.
 */
export async function accuracy(argv: string[]): Promise<void> {
  const { values } = parseArgs({
    args: argv,
    options: {
      data: { type: "string" },
      set: { type: "string" },
      errors: { type: "string", default: "0" },
      fields: { type: "boolean", default: false },
      cache: { type: "string" },
      out: { type: "string" },
      record: { type: "boolean", default: false },
      report: { type: "string" },
      worst: { type: "string", default: "40" },
      "left-out": { type: "string" },
    },
  });
  if (values.data === undefined || (values.report !== undefined && values.report !== "html")) throw new Error(`Use: ${USE}`);
  if (values.record && values.set !== undefined) throw new Error("Only a run over all sets is recorded: leave --set out.");
  const data = path.resolve(values.data);
  const scorer = await scorerBeside(data);
  const rows = scorer.loadTruth(data, values.set);
  const rankingFor = rankingsFor(rows, values["left-out"]);
  const predictions = await readOneByOne(rows, (row, reader) =>
    predict(row, { data, reader, cache: values.cache, engine: engineBy(rankingFor(row)) }),
  );
  if (values.out !== undefined) writeFileSync(values.out, predictions.map((prediction) => `${JSON.stringify(prediction)}\n`).join(""));
  const score = scorer.score(rows, predictions, { errors: Infinity });
  const shown = { ...score, mistakes: score.mistakes.slice(0, Number(values.errors)) };
  console.log(scorer.report(shown, { fields: values.fields }));
  console.log(timing(predictions));
  for (const { id, error } of predictions) if (error !== undefined) console.log(`failed ${id}: ${error}`);
  const entry = entryOf(score, quantile(predictions.map(perPage), 0.5));
  if (values.set === undefined) for (const line of changesSince(entry)) console.log(line);
  if (values.record) record(entry);
  if (values.report === "html") {
    const file = new URL("../out/accuracy.html", import.meta.url);
    mkdirSync(new URL(".", file), { recursive: true });
    writeFileSync(file, await failuresPage(score, rows, predictions, { data, count: Number(values.worst) }));
    console.log("Written to bench/out/accuracy.html");
  }
}

const perPage = ({ ms, pages }: Prediction): number => ms.extract / Math.max(1, pages);

function timing(predictions: Prediction[]): string {
  const of = (pick: (prediction: Prediction) => number) => spread(predictions.map(pick));
  return `ms per document: read ${of(({ ms }) => ms.read)}; extract and check ${of(({ ms }) => ms.extract)}; that per page ${of(perPage)}`;
}
