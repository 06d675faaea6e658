/** Test support: the rows that the engine finds for a list of objects in a document. */
import type { Field } from "#contract/schema/field.ts";
import type { Document } from "#documents/document.ts";
import { localEngine } from "#engines/local/engine.ts";

/** Values as printed, by field. */
export async function rowsIn(document: Document, list: Field) {
  const schema = { fields: [list] };
  const { findings } = await localEngine.extract({ document, schema }, new AbortController().signal);
  const table: Record<string, string>[] = [];
  for (const { path, raw } of findings) {
    const [, , index = "", column = ""] = path.split("/");
    table[Number(index)] = { ...table[Number(index)], [column]: raw };
  }
  return table;
}
