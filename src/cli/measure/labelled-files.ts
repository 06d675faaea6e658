/** Finds the labelled documents of a folder: `x.pdf` with `x.expected.json` and `x.schema.json`, or one `schema.json` for all. */
import { readdir } from "node:fs/promises";
import path from "node:path";
import { UsageError } from "#cli/failures.ts";
import { readJson, readSchema, schemaNotes } from "#cli/read-json.ts";
import { FILE_TYPES } from "#contract/file-types.ts";
import type { Schema } from "#contract/schema/field.ts";
import { strangeIn } from "#results/measure/compare.ts";

const endingsOf = (types: readonly { endings: readonly string[] }[]) => new Set(types.flatMap(({ endings }) => endings));
const ALL = Object.values(FILE_TYPES);
const ENDINGS = endingsOf(ALL);
/** Other files lie in a folder for other reasons too, such as a README.md. */
const SURELY_DOCUMENTS = endingsOf(ALL.filter(({ kind }) => kind === "pdf" || kind === "picture"));
const endingOf = (name: string) => path.extname(name).slice(1).toLowerCase();
const LABEL = ".expected.json";

/** `path`: to open the file; `file`: its name in messages. */
export type LabelledFile = { file: string; path: string; schema: Schema; label: unknown };

/** `notes`: files that were left out. Throws UsageError for a folder without labelled files, and for invalid labels and schemas. */
export async function findLabelledFiles(folder: string): Promise<{ files: LabelledFile[]; notes: string[] }> {
  const names = await readdir(folder).catch((cause: unknown) => {
    throw new UsageError(`${folder} is not a folder that can be read.`, { cause });
  });
  const there = new Set(names);
  const notes: string[] = [];
  const files: LabelledFile[] = [];
  const documents = names.filter((name) => ENDINGS.has(endingOf(name))).sort();
  for (const file of documents) {
    const stem = path.parse(file).name;
    if (!there.has(stem + LABEL)) {
      if (SURELY_DOCUMENTS.has(endingOf(file))) notes.push(`${file} has no label (${stem}${LABEL}) and is left out.`);
      continue;
    }
    const schemaFile = schemaBeside(folder, stem, there);
    const read = await readSchema(path.join(folder, schemaFile));
    notes.push(...schemaNotes(schemaFile, read));
    const { schema } = read;
    const label = await readJson(path.join(folder, stem + LABEL));
    for (const pointer of strangeIn(schema, label))
      notes.push(`${stem}${LABEL}: ${pointer || "the label"} is not as the schema says and is not compared.`);
    files.push({ file, path: path.join(folder, file), schema, label });
  }
  const stems = new Set(documents.map((file) => path.parse(file).name));
  const lonely = names.filter((name) => name.endsWith(LABEL) && !stems.has(name.slice(0, -LABEL.length)));
  notes.push(...lonely.map((name) => `${name} has no document beside it.`));
  if (files.length === 0)
    throw new UsageError(`There is nothing to measure in ${folder}: beside a document such as x.pdf there has to be x${LABEL}.`);
  return { files, notes: [...new Set(notes)] };
}

/** Throws UsageError where neither file is there. */
export function schemaBeside(folder: string, stem: string, there: ReadonlySet<string>): string {
  const found = [`${stem}.schema.json`, "schema.json"].find((name) => there.has(name));
  if (found === undefined) throw new UsageError(`There is no schema for ${stem}: put ${stem}.schema.json or schema.json into ${folder}.`);
  return found;
}
