/**
 * How right values are after k reviewed documents of the same layout, what memory costs a page, how right the lines are that
 * a model is told, and how long the nearest of many layouts takes to be found: `node bench/run.ts memory --data DATA [--cache DIR] [--left-out DIR]`;
 * without `--data` the latter three alone, with `--nearest` the last. `--left-out`: as of `bench -- accuracy`.
 */
import { parseArgs } from "node:util";
import type { Field } from "#contract/schema/field.ts";
import { engineBy } from "#engines/local/engine.ts";
import type { Memory } from "#engines/remembered.ts";
import { LIKENESS_MIN } from "#memory/memory.ts";
import { extractValues } from "#results/extract.ts";
import { likenessOf, type Mark } from "#structure/layout/marks.ts";
import { type Scorer, scorerBeside } from "../accuracy/predict.ts";
import { printCost } from "./cost.ts";
import { eachLayout, type Laid, memoryBefore } from "./layouts.ts";
import { printNearest } from "./nearest.ts";
import { printTold } from "./told.ts";

const COUNTS = [0, 1, 3, 5] as const;
type Tally = { right: number; readable: number; wrong: number; filled: number; absent: number; rows: number; rowsRight: number };
const none = (): Tally => ({ right: 0, readable: 0, wrong: 0, filled: 0, absent: 0, rows: 0, rowsRight: 0 });

export async function memory(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      data: { type: "string", default: "" },
      cache: { type: "string" },
      "left-out": { type: "string" },
      mistakes: { type: "boolean" },
      nearest: { type: "boolean" },
    },
  });
  await printNearest();
  if (values.nearest) return;
  await printCost();
  await printTold();
  if (values.data === "") return;
  const scorer = await scorerBeside(values.data);
  const seen: Seen[] = [];
  const bySet = new Map<string, Map<number, Tally>>();
  await eachLayout({ data: values.data, cache: values.cache, scorer, leftOut: values["left-out"] }, async (layout, documents) => {
    const set = layout.split("/")[0] ?? "";
    // A real set has no names of layouts: only documents of different sets are surely different. Pictures of documents are left out.
    for (const { row, marks } of documents)
      if (row.derived_from === undefined) seen.push({ layout: layout.endsWith("/all") ? set : layout, marks });
    const tallies = bySet.get(set) ?? new Map(COUNTS.map((k) => [k, none()] as const));
    bySet.set(set, tallies);
    for (const at of documents.keys()) {
      for (const k of COUNTS) {
        const tally = tallies.get(k);
        const memory = memoryBefore(documents, at, k);
        if (tally && (k === 0 || memory)) await judge(documents[at], k, { tally, scorer, tell: values.mistakes === true, memory });
      }
    }
  });
  for (const [set, tallies] of bySet) {
    console.log(`${set}: after k reviewed documents of the layout`);
    for (const [k, { right, readable, wrong, filled, absent, rows, rowsRight }] of tallies) {
      const share = (part: number, of: number) => (of === 0 ? "-" : `${((100 * part) / of).toFixed(1)} %`);
      const told = [
        `right ${share(right, readable)} of ${readable} readable`,
        `wrong ${share(wrong, readable)}`,
        `absent filled ${share(filled, absent)} of ${absent}`,
      ];
      console.log(`  ${k}: ${told.join(", ")}, rows whole ${share(rowsRight, rows)} of ${rows}`);
    }
  }
  printJoins(seen);
}

type Seen = { layout: string; marks: readonly Mark[] };

/** How often two documents of different layouts are taken for one. */
function printJoins(seen: readonly Seen[]): void {
  let [pairs, joined] = [0, 0];
  for (const [i, one] of seen.entries()) {
    for (const two of seen.slice(i + 1).filter(({ layout }) => layout !== one.layout)) {
      pairs += 1;
      if (likenessOf(one.marks, two.marks) >= LIKENESS_MIN) joined += 1;
    }
  }
  console.log(
    `of ${pairs} pairs of documents of different ${seen.some(({ layout }) => layout.includes("/")) ? "layouts" : "sets"} ${joined} were taken for one`,
  );
}

type On = { tally: Tally; scorer: Scorer; tell: boolean; memory: Memory | null };

async function judge(laid: Laid | undefined, k: number, { tally, scorer, tell, memory }: On): Promise<void> {
  if (!laid) return;
  const { row, document, schema, ranking, lesson } = laid;
  const ask = { document, schema, memory };
  const { result } = await extractValues(engineBy(ranking), ask, new AbortController().signal);
  for (const field of schema.fields) {
    const [truth, got] = [row.truth[field.name], result.data[field.name]];
    if (Array.isArray(truth)) {
      const given = Array.isArray(got) ? got : [];
      tally.rows += truth.length;
      tally.rowsRight += truth.filter((each, i) => isRow(scorer, field, each, given[i])).length;
      if (tell && k === 5)
        for (const [i, each] of truth.entries())
          if (!isRow(scorer, field, each, given[i]))
            console.log(row.id, "row", i, truth.length, given.length, JSON.stringify(each), JSON.stringify(given[i]));
      continue;
    }
    const isGiven = got !== null && got !== undefined;
    if (truth === null || truth === undefined || truth === "") {
      tally.absent += 1;
      tally.filled += isGiven ? 1 : 0;
      if (tell && isGiven && k > 0) console.log(row.id, k, field.name, "invented", JSON.stringify(got));
      continue;
    }
    const readable = (lesson.example.fields[`/${field.name}`]?.places.length ?? 0) > 0;
    const { state } = scorer.judge(field, truth, got, row.accept?.[field.name]);
    if (readable) {
      tally.readable += 1;
      tally.right += state === "correct" ? 1 : 0;
    }
    tally.wrong += state === "wrong" && isGiven ? 1 : 0;
    if (tell && state !== "correct" && k > 0)
      console.log(row.id, k, field.name, field.type, state, readable, JSON.stringify(truth), JSON.stringify(got));
  }
}

function isRow(scorer: Scorer, field: Field, truth: unknown, got: unknown): boolean {
  if (typeof truth !== "object" || truth === null || typeof got !== "object" || got === null) return false;
  return Object.entries(truth).every(([name, value]) => {
    const column = field.fields?.find((each) => each.name === name);
    return scorer.judge(column, value, (got as Record<string, unknown>)[name], undefined).state === "correct";
  });
}
