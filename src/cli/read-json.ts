/** JSON files given by the user. */
import { readFile } from "node:fs/promises";
import { isRecord } from "#contract/schema/problems.ts";
import { type SchemaAsk, schemaOf } from "./extract-file.ts";
import { UsageError, whyUnread } from "./failures.ts";

/** Throws UsageError with the reason why the file is invalid. */
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

/** Reads a schema from a file; the output of `winnow suggest --json` is accepted as well. */
export async function readSchema(file: string): Promise<SchemaAsk> {
  const read = await readJson(file);
  return schemaOf(isRecord(read) && read.fields === undefined ? (read.extraction_schema ?? read) : read, file);
}

/** The unknown properties of a file's schema, with their places. */
export const schemaNotes = (file: string, { warnings }: SchemaAsk): string[] =>
  warnings.map(({ path, message }) => `${file} ${path ?? ""}: ${message}`);
