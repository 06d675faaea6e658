/** A reader of documents with one child, for a test file. */
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll } from "vitest";
import { type DocumentReader, openReader } from "#documents/read-document.ts";
import { unpackTessdata } from "#documents/tessdata.ts";

/** Call it where the tests are described; the function gives the reader once they run. */
export function useReader(): () => DocumentReader {
  const home = mkdtempSync(join(tmpdir(), "reader-of-tests-"));
  let reader: DocumentReader | undefined;
  beforeAll(async () => {
    // The reader's children may run as another user; they pass through this folder to their own.
    chmodSync(home, 0o755);
    await unpackTessdata(join(home, "tessdata"));
    reader = openReader({ tessdataDir: join(home, "tessdata"), tempDir: join(home, "temp"), size: 1 });
  });
  afterAll(async () => {
    await reader?.[Symbol.asyncDispose]();
    rmSync(home, { recursive: true, force: true });
  });
  return () => {
    if (!reader) throw new Error("the tests have not begun");
    return reader;
  };
}
