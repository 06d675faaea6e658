/** The reader of documents in this process, without a server. */
import { readFile } from "node:fs/promises";
import { type DocumentReader, openReader } from "#documents/read-document.ts";
import { unpackTessdata } from "#documents/tessdata.ts";
import { readConfig } from "#platform/config.ts";
import { FileError } from "./failures.ts";

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
    throw new FileError(`${file} ${whyNot(error)}`, { cause: error });
  }
}

function whyNot(error: unknown): string {
  const code = error instanceof Error && "code" in error ? error.code : null;
  if (code === "ENOENT") return "does not exist.";
  if (code === "EISDIR") return "is a folder.";
  return `cannot be opened (${code}).`;
}
