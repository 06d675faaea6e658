/** How many of the values that extraction finds would be asked for by a schema suggested from the document's labels. */
import path from "node:path";
import { parseArgs } from "node:util";
import { child } from "#contract/pointer.ts";
import type { Field } from "#contract/schema/field.ts";
import { localEngine } from "#engines/local/engine.ts";
import { suggestSchema } from "#engines/local/suggest/suggest-schema.ts";
import { fold } from "#language/fold.ts";
import { extractValues } from "#results/extract.ts";
import { type Row, type Scorer, schemaOf, scorerBeside } from "./accuracy/predict.ts";
import { readCached, readOneByOne, spread } from "./reading.ts";

/** `same`: suggested fields whose sample an extraction with the suggested schema finds again. */
type Figures = {
  id: string;
  set: string;
  msPerPage: number;
  fields: number;
  same: number;
  found: number;
  covered: number;
  missed: string[];
};

export async function suggest(argv: string[]): Promise<void> {
  const { values } = parseArgs({
    args: argv,
    options: { data: { type: "string" }, set: { type: "string" }, cache: { type: "string" }, missed: { type: "boolean", default: false } },
  });
  if (values.data === undefined) throw new Error("Use: suggest --data DIR [--set a,b] [--cache DIR] [--missed]");
  const data = path.resolve(values.data);
  const scorer = await scorerBeside(data);
  const figures = await readOneByOne(scorer.loadTruth(data, values.set), async (row, reader) => {
    const document = await readCached(reader, { file: path.join(data, row.set, row.file), id: row.id, cache: values.cache });
    return figuresOf(row, document, scorer);
  });
  for (const [set, of] of [...Map.groupBy(figures, (each) => each.set), ["all", figures] as const]) console.log(line(set, of));
  if (values.missed) for (const { id, missed } of figures) for (const each of missed) console.log(`${id} ${each}`);
}

async function figuresOf(row: Row, document: Parameters<typeof suggestSchema>[0], scorer: Scorer): Promise<Figures> {
  const start = performance.now();
  const { schema, suggestions } = suggestSchema(document);
  const ms = performance.now() - start;
  const again = await resultFor(document, schema);
  const single = suggestions.filter(({ path: at, sample }) => at.split("/").length === 2 && sample !== null);
  const same = single.filter(({ path: at, sample }) => squash(again.fields[at]?.raw) === squash(sample)).length;
  const asked = await resultFor(document, schemaOf(row));
  const samples = new Set(suggestions.map(({ sample }) => squash(sample)));
  const right = (row.fields as Field[]).filter(
    (field) =>
      typeof asked.fields[child("", field.name)]?.raw === "string" &&
      scorer.judge(field, row.truth[field.name], asked.data[field.name], row.accept?.[field.name]).state === "correct",
  );
  const missed = right.filter(({ name }) => !samples.has(squash(asked.fields[child("", name)]?.raw)));
  return {
    id: row.id,
    set: row.set,
    msPerPage: ms / Math.max(1, document.pages.length),
    fields: schema.fields.length,
    same: single.length === 0 ? 1 : same / single.length,
    found: right.length,
    covered: right.length - missed.length,
    missed: missed.map(({ name }) => `${name}: ${asked.fields[child("", name)]?.raw}`),
  };
}

async function resultFor(document: Parameters<typeof suggestSchema>[0], schema: ReturnType<typeof schemaOf>) {
  return (await extractValues(localEngine, { document, schema }, new AbortController().signal)).result;
}

const squash = (text: string | null | undefined): string => fold(text ?? "").replaceAll(" ", "");

function line(set: string, of: readonly Figures[]): string {
  const sum = (pick: (each: Figures) => number) => of.reduce((total, each) => total + pick(each), 0);
  const [found, covered] = [sum((each) => each.found), sum((each) => each.covered)];
  const same = ((100 * sum((each) => each.same)) / of.length).toFixed(1);
  return (
    `${set.padEnd(22)} ${String(of.length).padStart(3)} documents; ms per page: ${spread(of.map((each) => each.msPerPage))}; ` +
    `fields: ${spread(of.map((each) => each.fields))}; found again ${same} %; covers ${covered} of ${found} right values (${((100 * covered) / Math.max(1, found)).toFixed(1)} %)`
  );
}
