/** One of several files: a failure of the file is its result. */
import { TaskFailure } from "#contract/task-errors.ts";
import type { DocumentReader } from "#documents/read-document.ts";
import { type ExtractAsk, extractFile } from "./extract-file.ts";
import { type CommandFailure, FileError, failureOf } from "./failures.ts";
import { extractionLines } from "./lines.ts";
import { paint } from "./output.ts";
import { readDocumentFile } from "./with-reader.ts";

export type Extracted = { record: { status: string; error?: object }; lines: string[]; failure: CommandFailure | null };

/** Throws errors of the request; a failure of the file is part of the result. */
export async function extractOne(reader: DocumentReader, file: string, ask: ExtractAsk, signal: AbortSignal): Promise<Extracted> {
  try {
    const record = await extractFile(reader, await readDocumentFile(file), ask, signal);
    return { record, lines: extractionLines(record, (text) => paint("yellow", text)), failure: null };
  } catch (error) {
    if (signal.aborted) throw error;
    return failedWith(error);
  }
}

/** The result of a file that cannot be read. Throws errors of any other kind. */
export function failedWith(error: unknown): Extracted {
  if (!(error instanceof TaskFailure || error instanceof FileError)) throw error;
  const failure = failureOf(error);
  const retryable = error instanceof TaskFailure && error.retryable;
  const record = { status: "failed", error: { code: failure.code, message: failure.message, retryable } };
  return { record, lines: [], failure };
}
