/** Reads the print of an e-invoice without its data, as if the data were not there. */
import type { Schema } from "#contract/schema/field.ts";
import type { Document } from "#documents/document.ts";
import { printPagesOf } from "#einvoices/one-of-several.ts";
import { localEngine } from "#engines/local/engine.ts";
import { buildResult } from "#results/build-result.ts";
import type { PrintReading } from "./compare-print.ts";

/** Null for a file without print. */
export async function readPrint(
  { structured: _, ...document }: Document,
  schema: Schema,
  signal: AbortSignal,
): Promise<PrintReading | null> {
  const pages = printPagesOf(document).filter((page) => page.lines.length > 0);
  if (pages.length === 0) return null;
  const print = { ...document, pages };
  const { findings } = await localEngine.extract({ document: print, schema }, signal);
  return { document: print, fields: buildResult(print, schema, findings).fields };
}
