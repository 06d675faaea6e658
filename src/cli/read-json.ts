/** JSON files that the user names. */
import { readFile } from "node:fs/promises";
import { isRecord } from "#contract/schema/problems.ts";
import { type SchemaAsk, schemaOf } from "./extract-file.ts";
import { UsageError, whyUnread } from "./failures.ts";

/** Throws UsageError that says what is wrong with the file. */
export async function readJson(file: string): Promise<unknown> {
  const text = await readFile(file, "utf8").catch((cause: unknown) => {
    throw new UsageError(`${file} ${whyUnread(cause)}`, { cause });
  });
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new UsageError(`${file} is not valid JSON.`, { cause });
  }
}

/** The schema of a file; what `winnow suggest --json` printed has one. */
export async function readSchema(file: string): Promise<SchemaAsk> {
  const read = await readJson(file);
  return schemaOf(isRecord(read) && read.fields === undefined ? (read.extraction_schema ?? read) : read, file);
}

/** What the schema of a file has that nothing reads, each with its place. */
export const schemaNotes = (file: string, { warnings }: SchemaAsk): string[] =>
  warnings.map(({ path, message }) => `${file} ${path ?? ""}: ${message}`);
