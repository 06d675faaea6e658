/** The reader of documents in this process, without a server. */
import { TaskFailure } from "#contract/task-errors.ts";
import { type DocumentReader, openReader } from "#documents/read-document.ts";
import { unpackTessdata } from "#documents/tessdata.ts";
import { readConfig } from "#platform/config.ts";

export async function openReaderHere(): Promise<DocumentReader> {
  const { readerDirs } = readConfig();
  await unpackTessdata(readerDirs.tessdataDir);
  return openReader({ ...readerDirs, size: 1 });
}

/** A file that cannot be read is told with its code. */
export async function withReader<T>(work: (reader: DocumentReader) => Promise<T>): Promise<T> {
  await using reader = await openReaderHere();
  try {
    return await work(reader);
  } catch (error) {
    if (error instanceof TaskFailure) throw new Error(`${error.code}: ${error.publicMessage}`);
    throw error;
  }
}
