/** Test support: the rows that the engine finds for a list of objects on typed pages. */
import type { Field } from "#contract/schema/field.ts";
import { localEngine } from "#engines/local/engine.ts";
import { typedDocument } from "#engines/typed-document.ts";

/** Values as printed, by field. `pages`: one text each. */
export async function rowsFor(list: Field, ...pages: string[]) {
  const schema = { fields: [list] };
  const { findings } = await localEngine.extract({ document: typedDocument(...pages), schema }, new AbortController().signal);
  const table: Record<string, string>[] = [];
  for (const { path, raw } of findings) {
    const [, , index = "", column = ""] = path.split("/");
    table[Number(index)] = { ...table[Number(index)], [column]: raw };
  }
  return table;
}
