/**
 * `collect.ts DATA CACHE OUT [SCORED [WAYS]]`: the candidates of every single field of documents with known answers, with their features and
 * which of them are right. Writes OUT.f32, the features row by row (32-bit floats, in the order of OUT.names.json), and OUT.jsonl, one
 * line a field. SCORED: the data beside which the scorer is, DATA where it is not given. WAYS: those of asking, with commas, else all.
 */
import { closeSync, openSync, writeFileSync, writeSync } from "node:fs";
import { ALL_FEATURES } from "#engines/local/rank/rank.ts";
import { judgeFields, sourceOf } from "./judged-fields.ts";

const { source, out } = sourceOf(process.argv.slice(2));
const features = openSync(`${out}.f32`, "w");
const lines: string[] = [];
const documents = await judgeFields(source, (_, fields) => {
  for (const { candidates, judged } of fields) {
    for (const each of candidates) writeSync(features, new Uint8Array(each.features.buffer));
    lines.push(JSON.stringify(judged));
  }
});
closeSync(features);
writeFileSync(`${out}.jsonl`, `${lines.join("\n")}\n`);
writeFileSync(`${out}.names.json`, JSON.stringify(ALL_FEATURES));
console.log(`${documents} documents, ${lines.length} fields, ${ALL_FEATURES.length} features`);
