/** The sample documents; beside each file lie its schema and what stands in it (`.schema.json`, `.expected.json`). */
import { readFile } from "node:fs/promises";
import path from "node:path";

export type Sample = { file: string; what: string };

export const SAMPLES: readonly Sample[] = [
  { file: "invoice-en.pdf", what: "an English invoice over two pages" },
  { file: "invoice-de.pdf", what: "a German invoice over two pages" },
  { file: "receipt-photo.jpg", what: "a photographed till receipt" },
  { file: "form-scan.png", what: "a scanned, filled-in claim form" },
];

const inFolder = (name: string) => path.join(import.meta.dirname, name);

export function readSample({ file }: Sample): Promise<Buffer> {
  return readFile(inFolder(file));
}

/** The JSON beside a sample. */
export async function readBeside({ file }: Sample, kind: "schema" | "expected"): Promise<Record<string, unknown>> {
  return JSON.parse(await readFile(inFolder(`${path.parse(file).name}.${kind}.json`), "utf8"));
}
