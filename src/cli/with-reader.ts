/** The reader of documents in this process, without a server. */
import { readFile } from "node:fs/promises";
import { type DocumentReader, openReader } from "#documents/read-document.ts";
import { unpackTessdata } from "#documents/tessdata.ts";
import { readConfig } from "#platform/config.ts";
import { FileError, whyUnread } from "./failures.ts";

export async function openReaderHere(): Promise<DocumentReader> {
  const { readerDirs } = readConfig();
  await unpackTessdata(readerDirs.tessdataDir);
  return openReader({ ...readerDirs, size: 1 });
}

export async function withReader<T>(work: (reader: DocumentReader) => Promise<T>): Promise<T> {
  await using reader = await openReaderHere();
  return await work(reader);
}

/** Throws FileError that says why there is nothing to read. */
export async function readDocumentFile(file: string): Promise<Buffer> {
  try {
    return await readFile(file);
  } catch (error) {
    throw new FileError(`${file} ${whyUnread(error)}`, { cause: error });
  }
}
