/** Writes drawn documents with their truth as a set: `DIR/SET/docs/…`, `DIR/SET/truth.jsonl`. */
import { createWriteStream, mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { finished } from "node:stream/promises";
import type { Sheet } from "./sheet.ts";

type Drawn = { row: { file: string }; sheet: Sheet };

/** One document after the other; `folder` is the set's. */
export async function writeSet(folder: string, documents: Iterable<Drawn>): Promise<void> {
  mkdirSync(path.join(folder, "docs"), { recursive: true });
  const rows: string[] = [];
  for (const { row, sheet } of documents) {
    const file = createWriteStream(path.join(folder, row.file));
    sheet.doc.pipe(file);
    sheet.doc.end();
    await finished(file);
    rows.push(`${JSON.stringify(row)}\n`);
  }
  writeFileSync(path.join(folder, "truth.jsonl"), rows.join(""));
}
