/** Test support: the rows that the engine finds for a list of objects in a document, and such lists. */
import type { Field } from "#contract/schema/field.ts";
import type { Document } from "#documents/document.ts";
import { localEngine } from "#engines/local/engine.ts";
import { typedDocument } from "#engines/typed-document.ts";

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

/** The same for a typed page. */
export const rowsFor = (list: Field, page: string) => rowsIn(typedDocument(page), list);

export const list = (name: string, fields: Field[], description?: string): Field => described({ name, type: "table", fields }, description);
export const text = (name: string, description?: string): Field => described({ name, type: "string" }, description);
export const number = (name: string, description?: string): Field => described({ name, type: "number" }, description);

const described = (field: Field, description: string | undefined): Field => (description ? { ...field, description } : field);
