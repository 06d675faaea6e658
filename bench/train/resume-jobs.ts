/**
 * Writes the candidates of `src/resumes/choice` in the work sections of marked résumés, for `resume-jobs.py` to learn from:
 * `node bench/train/resume-jobs.ts --data DIR --out OUT [--cache DIR]`. DIR is that of `npm run bench -- resumes`.
 */
import { closeSync, openSync, writeFileSync, writeSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import type { Document } from "#documents/document.ts";
import { FEATURES, placedOf } from "#resumes/choice/features.ts";
import { entriesOf, jobRows } from "#resumes/entries/entries-of.ts";
import type { ReadEntry } from "#resumes/entries/read-entry.ts";
import { withMemory } from "#resumes/lexicon/remember.ts";
import { bodyStyle } from "#resumes/outline/body-style.ts";
import { withInlineHeadings } from "#resumes/outline/inline-headings.ts";
import { workRowsOf } from "#resumes/outline/outline-of.ts";
import { sectionsOf } from "#resumes/outline/sections-of.ts";
import { rowsInOrder } from "#resumes/page/reading-order.ts";
import { RESUME_TYPES } from "#resumes/resume-file.ts";
import { readCached, readOneByOne } from "../reading.ts";
import { halfOf } from "../resumes.ts";
import { madeUpResumes } from "./made-up-resumes.ts";

type Row = { id: string; file: string; collection: string; truth: { titles?: string[]; companies?: string[] } };

/** Settings of each invented person. */
const MADE_UP = 10;
const given = { type: "string", default: "" } as const;
const { data, cache, out } = parseArgs({ options: { data: given, cache: given, out: given } }).values;
const { loadTruth } = await import(pathToFileURL(path.join(data, "..", "score", "resumes.mjs")).href);
const { squash } = await import(pathToFileURL(path.join(data, "..", "score", "common.mjs")).href);
const table = openSync(`${out}.f32`, "w");
const lines = await readOneByOne<Row, string>(loadTruth(path.join(data, "resumes")), async (row, reader) => {
  const file = path.join(data, "resumes", row.file);
  const kept = cache === "" ? undefined : cache;
  return lineOf(row, await readCached(reader, { file, id: row.id, cache: kept, ask: { accepts: RESUME_TYPES, onePage: true } }));
});
lines.push(...madeUpResumes(MADE_UP).map(({ id, document, truth }) => lineOf({ id, collection: "made-up", truth }, document)));
closeSync(table);
writeFileSync(`${out}.jsonl`, `${lines.join("\n")}\n`);
writeFileSync(`${out}.names.json`, JSON.stringify(FEATURES));
console.log(`${lines.length} documents`);

function lineOf({ id, collection, truth }: Omit<Row, "file">, document: Document): string {
  const texts = (list: readonly string[] | undefined) => [...new Set((list ?? []).map((text): string => squash(text)))];
  const candidates: { text: string; row: number; from: number; words: number }[] = [];
  const ruled: ReadEntry[] = [];
  let before = 0;
  withMemory(() => {
    const printed = rowsInOrder(document);
    const body = bodyStyle(printed);
    for (const section of workRowsOf(sectionsOf(withInlineHeadings(printed, body), body), body)) {
      const { entries } = entriesOf(section, body);
      const rows = jobRows(section);
      for (const { candidate, row, features } of placedOf(rows, entries, body)) {
        writeSync(table, new Uint8Array(features.buffer));
        const { text, words } = candidate.piece;
        const [first] = words;
        const from = (first && rows[row]?.piece.words.indexOf(first)) ?? 0;
        candidates.push({ text: squash(text), row: before + row, from, words: words.length });
      }
      before += rows.length;
      ruled.push(...entries);
    }
  });
  const read = (part: "title" | "organisation") => ruled.flatMap((entry) => (entry.doubtful?.[part] ? [] : (entry[part]?.text ?? [])));
  return JSON.stringify({
    id,
    collection,
    half: halfOf(id),
    truth: { title: texts(truth.titles), organisation: texts(truth.companies) },
    ruled: { title: texts(read("title")), organisation: texts(read("organisation")) },
    candidates,
  });
}
