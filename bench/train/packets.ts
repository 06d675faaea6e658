/**
 * Writes what `packets.py` learns from: features of the places between pages in stacks of development documents.
 *
 *     node bench/train/packets.ts --data DIR --cache DIR --out FILE [--stacks N] [--more DIR,DIR]
 *
 * Documents are parted in five by their kinds, and once more by themselves: `fold` of a place are the parts of its two pages.
 */
import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { CUT_FEATURES, cutPlaces } from "#packets/cut/cut-features.ts";
import { moreOf } from "../packets/more.ts";
import { FOLDS, type PoolDocument, poolOf } from "../packets/pool.ts";
import { stackFacts } from "../packets/stack-facts.ts";
import { stackOf } from "../packets/stacks.ts";
import { seeded } from "../pages/random.ts";
import { readOneByOne } from "../reading.ts";

const { values } = parseArgs({
  options: {
    data: { type: "string" },
    cache: { type: "string" },
    out: { type: "string" },
    stacks: { type: "string" },
    seed: { type: "string" },
    more: { type: "string" },
  },
});
const { data = "", cache = "", out = "", stacks = "3000", seed = "30", more = "" } = values;
const [pools] = await readOneByOne([0], async (_, reader): Promise<PoolDocument[][]> => {
  const pool = await poolOf(data, cache, reader);
  return more === "" ? [pool] : [pool, await moreOf(more, cache, reader)];
});
if (!pools) throw new Error("no documents");
const random = seeded(Number(seed));
const kinds = [...new Set(pools.flat().map(({ kind }) => kind))];
const rows: unknown[] = [];
const table: Float32Array[] = [];
for (let i = 0; i < Number(stacks); i += 1) {
  // As the bench judges them: documents of one sender, and of one kind, are drawn together.
  const from = Math.floor(i / FOLDS) % pools.length;
  const stack = stackOf(pools[from]?.filter(({ fold }) => fold === i % FOLDS) ?? [], random);
  const { written, between } = cutPlaces(stackFacts(stack));
  for (const [i, after] of written.entries()) {
    if (i === 0) continue;
    const before = written[i - 1] ?? 0;
    const [a, b] = [stack.pages[before]?.part, stack.pages[after]?.part];
    if (!a || !b) throw new Error("each page is of a part");
    rows.push({
      stack: i,
      more: from > 0,
      cut: a !== b,
      kinds: [kinds.indexOf(a.source.kind), kinds.indexOf(b.source.kind)],
      folds: [a.source.fold, b.source.fold],
      ids: [a.source.id, b.source.id],
      at: [stack.pages[before]?.index, stack.pages[after]?.index],
    });
    table.push(between(i - 1, i));
  }
}
writeFileSync(`${out}.jsonl`, rows.map((row) => JSON.stringify(row)).join("\n"));
writeFileSync(`${out}.names.json`, JSON.stringify({ features: CUT_FEATURES, kinds }));
writeFileSync(`${out}.f32`, Buffer.concat(table.map((row) => Buffer.from(row.buffer))));
console.log(`${rows.length} places between pages of ${stacks} stacks, ${pools.flat().length} documents`);
