/**
 * `collect.ts DATA CACHE OUT`: the training instances of all documents, one JSON line each. A process of its own, as weights are loaded
 * once per process.
 */
import { writeFileSync } from "node:fs";
import path from "node:path";
import { scorerBeside } from "../accuracy/predict.ts";
import { readCached, readOneByOne } from "../reading.ts";
import { instancesOf } from "./instances.ts";

const [data = "", cache = "", out = ""] = process.argv.slice(2);
const scorer = await scorerBeside(data);
const found = await readOneByOne(scorer.loadTruth(data), async (row, reader) => {
  const document = await readCached(reader, { file: path.join(data, row.set, row.file), id: row.id, cache });
  return instancesOf(row, document, scorer.judge);
});
writeFileSync(
  out,
  found
    .flat()
    .map((instance) => `${JSON.stringify(instance)}\n`)
    .join(""),
);
