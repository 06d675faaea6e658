/**
 * Whether a threshold keeps what reviews promise: `node bench/run.ts thresholds --data DATA [--cache DIR] [--reviewed 200]`. Of each set the
 * first documents are reviewed; the threshold that they give is held to the rest. The order is drawn, the same each time.
 */
import { parseArgs } from "node:util";
import { localEngine } from "#engines/local/engine.ts";
import { compare } from "#results/measure/compare.ts";
import { type Judged, thresholdFor } from "#results/measure/thresholds.ts";
import { seeded } from "../pages/random.ts";
import { readOneByOne } from "../reading.ts";
import { predict, type Row, schemaOf, scorerBeside } from "./predict.ts";

export async function thresholds(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: { data: { type: "string", default: "" }, cache: { type: "string" }, reviewed: { type: "string", default: "200" } },
  });
  const { data, cache } = values;
  const rows = (await scorerBeside(data)).loadTruth(data);
  const judged = new Map<string, Judged[][]>();
  await readOneByOne(seeded(1).shuffle(rows), async (row, reader) => {
    const read = await predict(row, { data, reader, cache, engine: localEngine });
    judged.set(row.set, [...(judged.get(row.set) ?? []), read.data ? judgedIn(row, read.data, read.fields ?? {}) : []]);
  });
  for (const [set, documents] of judged) print(set, documents, Number(values.reviewed));
}

function judgedIn(row: Row, data: Record<string, unknown>, fields: Record<string, { confidence: number | null }>): Judged[] {
  return compare(schemaOf(row), row.truth, data)
    .filter(({ outcome }) => outcome !== "missing")
    .map(({ at, outcome }) => ({ confidence: fields[at]?.confidence ?? null, right: outcome === "right", count: 1 }));
}

function print(set: string, documents: readonly Judged[][], reviewed: number): void {
  const below = thresholdFor(documents.slice(0, reviewed).flat());
  if (below === null) {
    console.log(`${set}: too few values are reviewed`);
    return;
  }
  const told = (part: readonly Judged[]) => {
    const sure = part.filter(({ confidence }) => below === 0 || (confidence ?? -1) >= below);
    const share = (count: number, of: number) => (of === 0 ? "-" : `${((100 * count) / of).toFixed(2)} %`);
    return `${share(sure.filter(({ right }) => right).length, sure.length)} right of ${share(sure.length, part.length)} of ${part.length} values`;
  };
  const rest = documents.slice(reviewed);
  console.log(`${set}: review below ${below}; ${reviewed} reviewed documents ${told(documents.slice(0, reviewed).flat())}`);
  console.log(`  the next ${rest.length} documents: ${told(rest.flat())}`);
}
