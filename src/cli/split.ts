/** `winnow split FILE --templates …`: the documents in a file, each with its pages and the template that it is of. */
import { glob, stat } from "node:fs/promises";
import path from "node:path";
import { MIN_CONFIDENCE_DEFAULT } from "#contract/packets.ts";
import { isRecord } from "#contract/schema/problems.ts";
import type { Class } from "#packets/classes/class-features.ts";
import { partsOf, type ToldPart } from "#packets/parts-of.ts";
import { UsageError } from "./failures.ts";
import type { CommandOutput } from "./output.ts";
import { readJson, readSchema } from "./read-json.ts";
import { readDocumentFile, withReader } from "./with-reader.ts";

type Options = { templates: string[]; minConfidence?: number; password?: string };

export async function split(file: string, options: Options, signal: AbortSignal): Promise<CommandOutput> {
  const { minConfidence = MIN_CONFIDENCE_DEFAULT, password } = options;
  const classes = await Promise.all((await filesOf(options.templates)).map(classOf));
  const bytes = await readDocumentFile(file);
  const document = await withReader((reader) => reader.read(bytes, { password: password ?? null }, signal));
  return splitShown(document.pageCount, await partsOf(document, classes), minConfidence);
}

/** Parts less sure than `least` are said to be doubtful. */
export function splitShown(pageCount: number, told: readonly ToldPart[], least: number) {
  const parts = told.map(({ pages, classId, cut, class: of, reasons }) => {
    const confidence = Math.round(1_000 * cut * of) / 1_000;
    return { pages, template: classId, confidence, doubtful: confidence < least, reasons };
  });
  const lines = parts.map(({ pages, template, confidence, doubtful }) => {
    const [first, last] = [pages[0], pages.at(-1)];
    const where = first === last ? `page ${first}` : `pages ${first}–${last}`;
    return `${where}: ${template ?? "none of the templates"} (${confidence})${doubtful ? ", to be checked" : ""}`;
  });
  return { record: { page_count: pageCount, parts }, lines };
}

/** The JSON files that are named, and those in the folders that are. */
async function filesOf(named: readonly string[]): Promise<string[]> {
  const files: string[] = [];
  for (const name of named) {
    const isFolder = (await stat(name).catch(() => null))?.isDirectory() ?? false;
    if (isFolder) for await (const file of glob(path.join(name, "*.json"))) files.push(file);
    else files.push(name);
  }
  if (files.length === 0) throw new UsageError("No template was found. Name JSON files, or a folder of them.");
  return files.sort();
}

/** A template as `POST /templates` takes it, or a schema alone, whose name is then the file's. */
async function classOf(file: string): Promise<Class> {
  const { schema } = await readSchema(file);
  const read = await readJson(file);
  const told = (key: string) => (isRecord(read) && typeof read[key] === "string" ? String(read[key]) : "");
  const name = told("name") || path.basename(file, ".json").replace(/\.schema$/, "");
  return { id: name, name, description: told("document_description"), schema };
}
