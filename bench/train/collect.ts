/**
 * `collect.ts --data DATA --cache CACHE --out OUT [--scored DATA] [--ways WAYS] [--by DIR [--last]]`: the candidates of every single field of documents
 * with known answers, with their features and which of them are right. Writes OUT.f32, the features row by row (32-bit floats, in the order
 * of OUT.names.json), and OUT.jsonl, one line a field. `--scored`: the data beside which the scorer is, DATA where it is not given. `--ways`:
 * those of asking, with commas, else all. With `--by`, the folder of rankings that each left out one set, the features are those of the
 * second look, by the chances that the ranking gives which did not see the document's set; with `--last` those of the last look at each
 * field's likeliest candidate.
 */
import { closeSync, openSync, writeFileSync, writeSync } from "node:fs";
import { ALL_FEATURES } from "#engines/local/rank/featured.ts";
import { LAST_FEATURES } from "#engines/local/rank/last.ts";
import { TOGETHER_FEATURES } from "#engines/local/rank/together.ts";
import { judgeFields, sourceOf } from "./judged-fields.ts";

const { source, out, last: isLast } = sourceOf(process.argv.slice(2));
if (isLast && source.by === undefined) throw new Error("--last needs --by: the rankings whose likeliest candidates are looked at");
const NONE = { count: 0, right: [], raws: [] };
const names = isLast ? LAST_FEATURES : source.by === undefined ? ALL_FEATURES : TOGETHER_FEATURES;
const features = openSync(`${out}.f32`, "w");
const lines: string[] = [];
const documents = await judgeFields(source, (_, fields) => {
  for (const { candidates, second, last, judged } of fields) {
    if (isLast) {
      if (last) writeSync(features, new Uint8Array(last.features.buffer));
      const own = last ? { count: 1, right: judged.right.includes(last.at) ? [0] : [], raws: [judged.raws[last.at]] } : NONE;
      lines.push(JSON.stringify({ ...judged, ...own }));
      continue;
    }
    for (const each of second ?? candidates.map((candidate) => candidate.features)) writeSync(features, new Uint8Array(each.buffer));
    lines.push(JSON.stringify(judged));
  }
});
closeSync(features);
writeFileSync(`${out}.jsonl`, `${lines.join("\n")}\n`);
writeFileSync(`${out}.names.json`, JSON.stringify(names));
console.log(`${documents} documents, ${lines.length} fields`);
