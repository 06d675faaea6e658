/**
 * Documents with known answers: their single fields, asked for in several ways, each with its candidates and which of these are right.
 * The learners of a ranking learn from them.
 */
import { readFileSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { memo } from "#contract/memo.ts";
import type { Field } from "#contract/schema/field.ts";
import type { Document } from "#documents/document.ts";
import { propose } from "#engines/local/candidates/propose.ts";
import { findingOf, needsModel, pageOf } from "#engines/local/engine.ts";
import { type Leaf, wantedBy } from "#engines/local/leaves.ts";
import { type Featured, featuredOf } from "#engines/local/rank/featured.ts";
import { type LastLook, lastOf } from "#engines/local/rank/last.ts";
import { chancedOf, lookedTwice } from "#engines/local/rank/rank.ts";
import { togetherOf } from "#engines/local/rank/together.ts";
import type { Trees, TwoLooks } from "#engines/local/rank/trees.ts";
import { withSums } from "#engines/local/sums.ts";
import { looksFor } from "#engines/looks-for.ts";
import { asAsked } from "#engines/values/asked-form.ts";
import { type DocumentLocale, localeOf } from "#engines/values/locale.ts";
import { readLeaf } from "#results/read-leaf.ts";
import { type Sheet, sheetsOf } from "#structure/sheet.ts";
import { type Row, type Scorer, schemaOf, scorerBeside } from "../accuracy/predict.ts";
import { readCached, readOneByOne } from "../reading.ts";
import { emptied } from "./emptied.ts";
import { madeUp } from "./made-up.ts";

/**
 * `unit`: the set that is left out together with the document: its own, or that of the document it is a picture of. `way`: how the field
 * was asked for. `right`: indices of right candidates. `raws`: the candidates as printed.
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
/**
 * As its author wrote it, by its description alone, by its name alone; or one that the document does not have: made up, or with its value
 * erased from the page, so that its label is there and the values of others are near.
 */
type Way = "written" | "described" | "named" | "absent" | "emptied";
/** `second` and `last`: the features of the candidates' second look and of the last one, where rankings for those before it are given. */
export type JudgedField = {
  asked: Field;
  candidates: readonly Featured[];
  second: readonly Float32Array[] | null;
  last: LastLook | null;
  judged: Judged;
};

/**
 * `cache`: folder of documents that were read. `scored`: the data beside which the scorer is. `ways`: of asking, with commas. `by`: folder of
 * rankings that each left out one set.
 */
type Source = { data: string; cache: string; scored?: string | undefined; ways: string; by?: string | undefined };

/** From the command line: `--data DATA --cache CACHE --out OUT [--scored DATA] [--ways WAYS] [--by DIR] [--last]`. */
export function sourceOf(args: string[]): { source: Source; out: string; last: boolean } {
  const text = { type: "string" } as const;
  const needed = { type: "string", default: "" } as const;
  const ways = { type: "string", default: "written,described,named,absent,emptied" } as const;
  const { out, last, ...source } = parseArgs({
    args,
    options: { data: needed, cache: needed, out: needed, scored: text, ways, by: text, last: { type: "boolean", default: false } },
  }).values;
  return { source, out, last };
}

type Visit = (sheets: readonly Sheet[], fields: readonly JudgedField[]) => void;

/** Calls `visit` with each document's pages and fields, in the order of the truth. Returns how many documents there are. */
export async function judgeFields({ data, cache, scored = data, ways, by }: Source, visit: Visit): Promise<number> {
  const scorer = await scorerBeside(scored);
  const rankingOf = memo((unit: string): Looks => JSON.parse(readFileSync(path.join(by ?? "", `${unit}.json`), "utf8")));
  const rows = scorer.loadTruth(data);
  const byId = new Map(rows.map((row) => [row.id, row]));
  await readOneByOne(rows, async (row, reader) => {
    const { fields } = schemaOf(row);
    const file = path.join(data, row.set, row.file);
    const document = await readCached(reader, { file, id: row.id, cache, ask: looksFor({ fields }) });
    const unit = byId.get(row.derived_from ?? "")?.set ?? row.set;
    const ranking = by === undefined ? null : rankingOf(unit);
    const on = { row, unit, ranking, scorer, document, locale: localeOf(document), sheets: sheetsOf(document) };
    const judged = ways.split(",").flatMap((way) => asked(on, fields, way as Way, rows.indexOf(row)));
    visit(on.sheets, judged);
  });
  return rows.length;
}

/** A ranking whose later looks may not be learned yet. */
type Looks = Trees & Partial<TwoLooks>;
const hasBothLooks = (by: Looks): by is TwoLooks => by.together !== undefined;

type On = {
  row: Row;
  unit: string;
  ranking: Looks | null;
  scorer: Scorer;
  document: Document;
  locale: DocumentLocale;
  sheets: readonly Sheet[];
};
/** `named`: its name in the truth. */
type Asked = Field & { named?: string };

function asked(on: On, fields: readonly Field[], way: Way, seed: number): JudgedField[] {
  switch (way) {
    case "written":
      return judgedOf(on, fields, way);
    case "described":
      return judgedOf(on, fields.filter(isDescribed).map(withoutName), way);
    case "named":
      return judgedOf(on, fields.map(withoutDescription), way);
    case "absent": {
      const absent = madeUp(on.document, seed);
      return judgedOf(on, [...fields, ...absent], way, new Set(absent.map(({ name }) => name)));
    }
    case "emptied":
      return emptiedOf(on, fields, seed);
  }
}

/** One field of so many is emptied. */
const EMPTIED_STEP = 3;

function emptiedOf(on: On, fields: readonly Field[], seed: number): JudgedField[] {
  const found = judgedOf(on, fields, "emptied").filter(({ judged }) => judged.right.length > 0);
  const chosen = found.filter((_, i) => (i + seed) % EMPTIED_STEP === 0);
  const places = chosen.flatMap(({ candidates, judged }) =>
    judged.right.flatMap((i) => {
      const value = candidates[i]?.candidate.value;
      return value ? [{ page: value.cell.page, box: value.box }] : [];
    }),
  );
  const document = emptied(on.document, places);
  const names = new Set(chosen.map(({ judged }) => judged.field));
  return judgedOf({ ...on, document, sheets: sheetsOf(document) }, fields, "emptied", names)
    .filter(({ judged }) => judged.right.length === 0)
    .map((each) => ({ ...each, judged: { ...each.judged, present: false } }));
}

function isDescribed({ description }: Field): boolean {
  return description !== undefined && description.length > 3;
}

function withoutName(field: Field, i: number): Asked {
  return { ...field, name: `field_${i + 1}`, named: field.name };
}

function withoutDescription({ description: _, ...field }: Field): Asked {
  return field;
}

function judgedOf(on: On, fields: readonly Asked[], way: Way, only?: ReadonlySet<string>): JudgedField[] {
  const top = new Map(fields.map((field) => [`/${field.name}`, field]));
  const { leaves } = wantedBy(asAsked({ fields: [...fields] }));
  const single = leaves.filter((leaf) => !needsModel(leaf) && leaf.field.type !== "signature" && top.has(leaf.path));
  const page = pageOf(on.sheets, leaves, on.locale);
  const proposals = withSums(new Map(single.map((leaf) => [leaf, propose(leaf, page)] as const)), on.locale);
  const featured = featuredOf(proposals, page.claims);
  const twice = on.ranking && hasBothLooks(on.ranking) ? lookedTwice(featured, on.ranking) : null;
  const second = on.ranking && !twice ? togetherOf(chancedOf(featured, on.ranking)) : null;
  const last = twice && lastOf(twice);
  return [...featured]
    .filter(([{ path }]) => !only || only.has(top.get(path)?.name ?? ""))
    .map(([leaf, candidates]) => {
      const field: Asked = top.get(leaf.path) ?? leaf.field;
      const name = field.named ?? field.name;
      const judged = judge(on, leaf, candidates, { name, way });
      return {
        asked: leaf.field,
        candidates,
        second: twice?.get(leaf)?.second ?? second?.get(leaf) ?? null,
        last: last?.get(leaf) ?? null,
        judged,
      };
    });
}

type How = { name: string; way: Way };

function judge({ row, unit, scorer, document, locale }: On, leaf: Leaf, all: readonly Featured[], { name, way }: How): Judged {
  const truth = row.truth[name];
  const present = truth !== null && truth !== undefined && truth !== "";
  const isRight = ({ candidate }: Featured): boolean => {
    const finding = findingOf(leaf, { candidate, margin: 1 });
    const { result } = readLeaf(leaf.field, leaf.path, finding, document, locale);
    return scorer.judge(leaf.field, truth, result.value, row.accept?.[name]).state === "correct";
  };
  const right = present ? all.flatMap((each, i) => (isRight(each) ? [i] : [])) : [];
  const raws = all.map(({ candidate: { value } }) => value.raw);
  return { unit, set: row.set, id: row.id, way, field: name, count: all.length, right, present, raws };
}
