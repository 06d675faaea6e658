/**
 * `collect.ts DATA CACHE OUT [SCORED [WAYS]]`: the candidates of every single field of documents with known answers, with their features and
 * which of them are right. Writes OUT.f32, the features row by row (32-bit floats, in the order of OUT.names.json), and OUT.jsonl, one
 * line a field. SCORED: the data beside which the scorer is, DATA where it is not given. WAYS: those of asking, with commas, else all.
 */
import { closeSync, openSync, writeFileSync, writeSync } from "node:fs";
import path from "node:path";
import type { Field } from "#contract/schema/field.ts";
import type { Document } from "#documents/document.ts";
import { propose } from "#engines/local/candidates/propose.ts";
import { findingOf, needsModel, pageOf } from "#engines/local/engine.ts";
import { type Leaf, wantedBy } from "#engines/local/leaves.ts";
import { type Sheet, sheetsOf } from "#engines/local/page/sheet.ts";
import { ALL_FEATURES, type Featured, featuredOf } from "#engines/local/rank/rank.ts";
import { withSums } from "#engines/local/sums.ts";
import { looksFor } from "#engines/looks-for.ts";
import { asAsked } from "#engines/values/asked-form.ts";
import { type DocumentLocale, localeOf } from "#engines/values/locale.ts";
import { readLeaf } from "#results/read-leaf.ts";
import { type Row, schemaOf, scorerBeside } from "../accuracy/predict.ts";
import { readCached, readOneByOne } from "../reading.ts";
import { madeUp } from "./made-up.ts";

/**
 * `unit`: the set that is left out together with the document: its own, or that of the document it is a picture of. `way`: how the field
 * was asked for.
 */
type Judged = {
  unit: string;
  set: string;
  id: string;
  way: Way;
  field: string;
  count: number;
  right: number[];
  present: boolean;
  raws: string[];
};
/** As its author wrote it, by its description alone, by its name alone; or one that is made up, which the document does not have. */
type Way = "written" | "described" | "named" | "absent";

const [data = "", cache = "", out = "", scored = data, ways = "written,described,named,absent"] = process.argv.slice(2);
const scorer = await scorerBeside(scored);
const rows = scorer.loadTruth(data);
const byId = new Map(rows.map((row) => [row.id, row]));
const features = openSync(`${out}.f32`, "w");
const lines: string[] = [];
await readOneByOne(rows, async (row, reader) => {
  const schema = schemaOf(row);
  const document = await readCached(reader, { file: path.join(data, row.set, row.file), id: row.id, cache, ask: looksFor(schema) });
  const on = { row, document, locale: localeOf(document), sheets: sheetsOf(document) };
  collect(on, schema.fields, "written");
  const absent = madeUp(document, rows.indexOf(row));
  collect(on, [...schema.fields, ...absent], "absent", new Set(absent.map(({ name }) => name)));
  collect(on, schema.fields.filter(isDescribed).map(withoutName), "described");
  collect(on, schema.fields.map(withoutDescription), "named");
});
closeSync(features);
writeFileSync(`${out}.jsonl`, `${lines.join("\n")}\n`);
writeFileSync(`${out}.names.json`, JSON.stringify(ALL_FEATURES));
console.log(`${rows.length} documents, ${lines.length} fields, ${ALL_FEATURES.length} features`);

type On = { row: Row; document: Document; locale: DocumentLocale; sheets: readonly Sheet[] };
/** `asked`: its name in the truth. */
type Asked = Field & { asked?: string };

function isDescribed({ description }: Field): boolean {
  return description !== undefined && description.length > 3;
}

function withoutName(field: Field, i: number): Asked {
  return { ...field, name: `field_${i + 1}`, asked: field.name };
}

function withoutDescription({ description: _, ...field }: Field): Asked {
  return field;
}

function collect(on: On, fields: readonly Asked[], way: Way, only?: ReadonlySet<string>): void {
  if (!ways.split(",").includes(way)) return;
  const top = new Map(fields.map((field) => [`/${field.name}`, field]));
  const { leaves } = wantedBy(asAsked({ fields: [...fields] }));
  const asked = leaves.filter((leaf) => !needsModel(leaf) && leaf.field.type !== "signature" && top.has(leaf.path));
  const page = pageOf(on.sheets, leaves, on.locale);
  const proposals = withSums(new Map(asked.map((leaf) => [leaf, propose(leaf, page)] as const)), on.locale);
  for (const [leaf, all] of featuredOf(proposals, page.claims)) {
    if (only && !only.has(leaf.field.name)) continue;
    for (const each of all) writeSync(features, new Uint8Array(each.features.buffer));
    lines.push(JSON.stringify(judged(on, leaf, all, { name: top.get(leaf.path)?.asked ?? leaf.field.name, way })));
  }
}

type How = { name: string; way: Way };

function judged({ row, document, locale }: On, leaf: Leaf, all: readonly Featured[], { name, way }: How): Judged {
  const truth = row.truth[name];
  const present = truth !== null && truth !== undefined && truth !== "";
  const isRight = ({ candidate }: Featured): boolean => {
    const finding = findingOf(leaf, { candidate, margin: 1 });
    const { result } = readLeaf(leaf.field, leaf.path, finding, document, locale);
    return scorer.judge(leaf.field, truth, result.value, row.accept?.[name]).state === "correct";
  };
  const right = present ? all.flatMap((each, i) => (isRight(each) ? [i] : [])) : [];
  const unit = byId.get(row.derived_from ?? "")?.set ?? row.set;
  const raws = all.map(({ candidate: { value } }) => value.raw);
  return { unit, set: row.set, id: row.id, way, field: name, count: all.length, right, present, raws };
}
