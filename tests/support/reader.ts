/** A reader of documents with one child, for all files of a test process. */
import path from "node:path";
import { inject } from "vitest";
import { type DocumentReader, openReader } from "#documents/read-document.ts";

let reader: DocumentReader | undefined;

/** It ends with the test process. */
export function sharedReader(): DocumentReader {
  reader ??= openReader({
    tessdataDir: inject("tessdataDir"),
    tempDir: path.join(inject("runFolder"), `reader-of-${process.pid}`),
    size: 1,
  });
  return reader;
}
