/** Accuracy over documents with known answers. */
import { writeFileSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { readOneByOne, spread } from "../reading.ts";
import { type Prediction, predict, scorerBeside } from "./predict.ts";

const USE = "accuracy --data DIR [--set a,b] [--errors N] [--fields] [--cache DIR] [--out FILE]";

/**
 * Prints the scorer's report and the time per document. `--data` holds sets (`<set>/truth.jsonl`, `<set>/docs`), the scorer is
 * `score/extraction.mjs` beside it. `--cache` keeps read documents as JSON between runs; `--out` writes the predictions.
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
    },
  });
  if (values.data === undefined) throw new Error(`Use: ${USE}`);
  const data = path.resolve(values.data);
  const scorer = await scorerBeside(data);
  const rows = scorer.loadTruth(data, values.set);
  const predictions = await readOneByOne(rows, (row, reader) => predict(row, data, reader, values.cache));
  if (values.out !== undefined) writeFileSync(values.out, predictions.map((prediction) => `${JSON.stringify(prediction)}\n`).join(""));
  console.log(scorer.report(scorer.score(rows, predictions, { errors: Number(values.errors) }), { fields: values.fields }));
  console.log(timing(predictions));
  for (const { id, error } of predictions) if (error !== undefined) console.log(`failed ${id}: ${error}`);
}

function timing(predictions: Prediction[]): string {
  const of = (pick: (prediction: Prediction) => number) => spread(predictions.map(pick));
  return `ms per document: read ${of(({ ms }) => ms.read)}; extract and check ${of(({ ms }) => ms.extract)}`;
}
