/** Documents with known answers by layout, in time order, with what each teaches. */
import path from "node:path";
import type { Json } from "#contract/json.ts";
import type { Schema } from "#contract/schema/field.ts";
import type { Document } from "#documents/document.ts";
import type { Ranking } from "#engines/local/rank/trees.ts";
import { looksFor } from "#engines/looks-for.ts";
import type { Memory } from "#engines/remembered.ts";
import { type MarkedExample, markedExampleOf } from "#memory/example-of.ts";
import { LIKENESS_MIN } from "#memory/memory.ts";
import { likenessOf, type Mark, marksOf } from "#structure/layout/marks.ts";
import { sheetsOf } from "#structure/sheet.ts";
import { rankingsFor } from "../accuracy/left-out.ts";
import { type Row, type Scorer, schemaOf } from "../accuracy/predict.ts";
import { readCached, readOneByOne } from "../reading.ts";

/** `marks`: of its page as they are when it is read for the first time. */
export type Laid = { row: Row; document: Document; schema: Schema; ranking: Ranking; lesson: MarkedExample; marks: readonly Mark[] };
export type LayoutRow = Row & { layout?: string };

export type Judging = Pick<Scorer, "loadTruth" | "judge">;

/** Layouts with fewer documents say nothing of memory. */
const DOCUMENTS_MIN = 2;

/** `leftOut`: the folder of rankings that each did not learn from one of the sets; generated pages, and no folder, have the shipped one. */
type From = { data: string; cache: string | undefined; scorer: Judging; leftOut?: string | undefined };

/** `visit` gets the documents of one generated layout, or of a real set, whose documents are of several layouts. `data`: the folder of sets; `cache`: of documents that were read. */
export async function eachLayout(
  { data, cache, scorer, leftOut }: From,
  visit: (layout: string, documents: readonly Laid[]) => Promise<void>,
): Promise<void> {
  const rows = scorer.loadTruth(data) as LayoutRow[];
  const rankingFor = rankingsFor(rows, leftOut);
  const scopes = Map.groupBy(rows, (row) => `${row.set}/${row.layout ?? "all"}`);
  const layouts = [...scopes].filter(([, of]) => of.length >= DOCUMENTS_MIN);
  await readOneByOne(layouts, async ([layout, members], reader) => {
    const documents: Laid[] = [];
    for (const row of members) {
      const schema = schemaOf(row);
      const file = path.join(data, row.set, row.file);
      const document = await readCached(reader, { file, id: row.id, cache, ask: looksFor(schema) });
      const ranking = rankingFor(row);
      const lesson = lessonFrom({ row, document, schema, ranking }, scorer);
      documents.push({ row, document, schema, ranking, lesson, marks: marksOf(sheetsOf(document)) });
    }
    await visit(layout, documents);
  });
}

const lessonFrom = ({ row, document, schema, ranking }: Omit<Laid, "lesson" | "marks">, scorer: Judging): MarkedExample =>
  markedExampleOf(
    {
      document,
      schema,
      truthOf: (path) => row.truth[path.slice(1)] as Json,
      isSame: (field, truth, value) => scorer.judge(field, truth, value, row.accept?.[field.name]).state === "correct",
    },
    ranking,
  );

/** Of the documents before `at` the last `k` of its layout, the latest first; null where there are fewer. */
export function memoryBefore(documents: readonly Laid[], at: number, k: number): Memory | null {
  const own = documents[at]?.marks ?? [];
  const alike = documents
    .slice(0, at)
    .map(({ lesson }) => ({ lesson, likeness: likenessOf(lesson.marks, own) }))
    .filter(({ likeness }) => likeness >= LIKENESS_MIN);
  const used = alike.slice(alike.length - k).reverse();
  if (k === 0 || used.length < k) return null;
  return { examples: used.map(({ lesson }) => lesson.example), likeness: Math.max(...used.map(({ likeness }) => likeness)) };
}
