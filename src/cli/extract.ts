/** `winnow extract FILE --schema FILE`: the same reading, engine and results as a task, in this process. */
import { readFile } from "node:fs/promises";
import type { ProviderName } from "#contract/providers.ts";
import { TaskFailure } from "#contract/task-errors.ts";
import { extractFile, schemaOf } from "./extract-file.ts";
import { extractionLines } from "./lines.ts";
import { openReaderHere } from "./with-reader.ts";

type Options = { schema: string; provider?: ProviderName; pages?: string; password?: string; json?: boolean };

export async function extract(file: string, options: Options): Promise<void> {
  try {
    const schema = await readSchema(options.schema);
    const bytes = await readFile(file);
    await using reader = await openReaderHere();
    const record = await extractFile(reader, bytes, { ...options, schema }, new AbortController().signal);
    process.stdout.write(options.json ? `${JSON.stringify(record)}\n` : `${extractionLines(record.fields).join("\n")}\n`);
  } catch (error) {
    if (!(error instanceof TaskFailure)) throw error;
    if (options.json)
      process.stdout.write(
        `${JSON.stringify({ status: "failed", error: { code: error.code, message: error.publicMessage, retryable: error.retryable } })}\n`,
      );
    throw new Error(`${error.code}: ${error.publicMessage}`);
  }
}

async function readSchema(file: string) {
  const text = await readFile(file, "utf8");
  let input: unknown;
  try {
    input = JSON.parse(text);
  } catch {
    throw new Error(`${file} is not valid JSON.`);
  }
  return schemaOf(input, file);
}
