/** The document reader in this process, without a server. */
import { readFile } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { EMPTY_FILE, TaskFailure } from "#contract/task-errors.ts";
import { type DocumentReader, openReader } from "#documents/read-document.ts";
import { unpackTessdata } from "#documents/tessdata.ts";
import { readConfig } from "#platform/config.ts";
import { FileError, whyUnread } from "./failures.ts";

/** `size`: documents read at a time. */
export async function openReaderHere(size = 1): Promise<DocumentReader> {
  const { readerDirs } = readConfig();
  await unpackTessdata(readerDirs.tessdataDir);
  return openReader({ ...readerDirs, size, beside: Math.max(0, availableParallelism() - size) });
}

export async function withReader<T>(work: (reader: DocumentReader) => Promise<T>): Promise<T> {
  await using reader = await openReaderHere();
  return await work(reader);
}

/** Throws FileError with the reason why the file cannot be read, TaskFailure for an empty file. */
export async function readDocumentFile(file: string): Promise<Buffer> {
  const bytes = await readFile(file).catch((cause: unknown) => {
    throw new FileError(`${file} ${whyUnread(cause)}`, { cause });
  });
  if (bytes.length === 0) throw new TaskFailure("empty_document", { message: EMPTY_FILE });
  return bytes;
}
