/** What comes of a hostile file in a reader of its own. */
import { chmodSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { inject } from "vitest";
import { TaskFailure } from "#contract/task-errors.ts";
import type { Document } from "#documents/document.ts";
import { type DocumentReader, openReader } from "#documents/read-document.ts";

/** A reader is ended after 30 s of CPU, which take longer beside other tests; nothing may need longer than that. */
export const HOSTILE_MS_MAX = 150_000;

export function openHostileReader(): DocumentReader {
  const dir = mkdtempSync(path.join(tmpdir(), "hostile-formats-"));
  chmodSync(dir, 0o755);
  return openReader({ tessdataDir: inject("tessdataDir"), tempDir: path.join(dir, "temp"), size: 1 });
}

export const readHostile = (reader: DocumentReader, bytes: Buffer): Promise<Document> =>
  reader.read(bytes, {}, AbortSignal.timeout(HOSTILE_MS_MAX));

/** The code of the failure, the codes of warnings, `truncated`, or `read`. */
export async function outcomeOf(reader: DocumentReader, bytes: Buffer): Promise<string> {
  try {
    const { truncated, warnings = [] } = await readHostile(reader, bytes);
    return warnings.map(({ code }) => code).join(" ") || (truncated ? "truncated" : "read");
  } catch (error) {
    return error instanceof TaskFailure ? error.code : `${error}`;
  }
}
