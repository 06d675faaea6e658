/**
 * `memory.ts --data DATA --cache CACHE --out OUT [--left-out DIR]`: the candidates of fields of documents whose layout was reviewed before, with their
 * features and which of them are right, for `memory.py`.
 */
import { closeSync, openSync, writeFileSync, writeSync } from "node:fs";
import { parseArgs } from "node:util";
import { propose } from "#engines/local/candidates/propose.ts";
import { findingOf, needsModel, pageOf } from "#engines/local/engine.ts";
import { wantedBy } from "#engines/local/leaves.ts";
import { rankedOf } from "#engines/local/rank/rank.ts";
import { RECALL_FEATURES, recallOf } from "#engines/local/recall/recall.ts";
import { withSums } from "#engines/local/sums.ts";
import type { Memory } from "#engines/remembered.ts";
import { asAsked } from "#engines/values/asked-form.ts";
import { localeOf } from "#engines/values/locale.ts";
import { readLeaf } from "#results/read-leaf.ts";
import { sheetsOf } from "#structure/sheet.ts";
import { type Scorer, scorerBeside } from "../accuracy/predict.ts";
import { eachLayout, type Laid, memoryBefore } from "../memory/layouts.ts";

const COUNTS = [1, 2, 3, 5];
const POISONED_STEP = 4;

const needed = { type: "string", default: "" } as const;
const options = { data: needed, cache: needed, out: needed, "left-out": { type: "string" } } as const;
const { data, cache, out, "left-out": leftOut } = parseArgs({ options }).values;
const scorer = await scorerBeside(data);
const rows = openSync(`${out}.f32`, "w");
const lines: string[] = [];
await eachLayout({ data, cache, scorer, leftOut }, async (layout, documents) => {
  for (const [at, laid] of documents.entries()) {
    const k = COUNTS[at % COUNTS.length] ?? 1;
    const memory = at >= k ? memoryBefore(documents, at, k) : null;
    if (memory) collect(layout, laid, at % 3 === 0 ? poisoned(memory, at) : memory, scorer);
  }
});
closeSync(rows);
writeFileSync(`${out}.jsonl`, `${lines.join("\n")}\n`);
writeFileSync(`${out}.names.json`, JSON.stringify(RECALL_FEATURES));
console.log(`${lines.length} fields`);

/** One example with the places of some fields taken from the next field, as a wrong review has them: it must not outweigh right ones. */
function poisoned({ examples, likeness }: Memory, seed: number): Memory {
  const at = seed % examples.length;
  return {
    likeness,
    examples: examples.map((example, i) => {
      if (i !== at) return example;
      const fields = Object.entries(example.fields);
      const moved = fields.map(([path, field], f) => [
        path,
        (f + seed) % POISONED_STEP === 0 ? (fields[(f + 1) % fields.length]?.[1] ?? field) : field,
      ]);
      return { ...example, fields: Object.fromEntries(moved) };
    }),
  };
}

function collect(layout: string, { row, document, schema, ranking }: Laid, memory: Memory, by: Scorer): void {
  const sheets = sheetsOf(document);
  const locale = localeOf(document);
  const leaves = wantedBy(asAsked(schema)).leaves.filter((leaf) => !needsModel(leaf) && leaf.field.type !== "signature");
  const view = pageOf(sheets, leaves, locale);
  const proposals = withSums(new Map(leaves.map((leaf) => [leaf, propose(leaf, view)] as const)), locale);
  const recall = recallOf(memory, leaves, sheets);
  const ranked = rankedOf(proposals, view.claims, ranking, { ...recall, looked: (_, all) => [...all] });
  for (const [leaf, all] of ranked) {
    const features = recall.features(leaf, all);
    const truth = row.truth[leaf.path.slice(1)];
    if (!features) continue;
    const right = all.map((candidate) => {
      const { result } = readLeaf(leaf.field, leaf.path, findingOf(leaf, { candidate, margin: 1 }), document, locale);
      return result.value !== null && by.judge(leaf.field, truth, result.value, row.accept?.[leaf.path.slice(1)]).state === "correct";
    });
    for (const each of features) writeSync(rows, new Uint8Array(each.buffer));
    const present = truth !== null && truth !== undefined && truth !== "";
    lines.push(
      JSON.stringify({
        layout,
        set: row.set,
        id: row.id,
        field: leaf.path,
        count: all.length,
        right: right.flatMap((is, i) => (present && is ? [i] : [])),
        present,
      }),
    );
  }
}
