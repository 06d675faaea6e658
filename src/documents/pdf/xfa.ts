/** Values of XFA forms for the fields of a page. Such a form has its data beside the AcroForm fields, which give the positions. */
import type { FormField } from "#documents/document.ts";

/** A value and the names of its enclosing elements, outermost first. */
export type Datum = { path: string[]; value: string };
export type XfaData = readonly Datum[];

/** XFA numbers its fields: `form1[0].page1[0].name[0]`. */
const NUMBERED = /\[(\d+)\]$/;

/** A page's fields, empty ones filled with values of the form's data. `data` is only called when there are such fields. */
export async function withXfaValues(fields: FormField[], data: () => Promise<XfaData>): Promise<FormField[]> {
  const isEmpty = ({ name, value, checked }: FormField) => checked === null && (value ?? "") === "" && NUMBERED.test(name);
  if (!fields.some(isEmpty)) return fields;
  const known = await data();
  return fields.map((field) => (isEmpty(field) ? { ...field, value: datumFor(field.name, known) ?? field.value } : field));
}

/** The value for a field's name; of several with the same path, the one with the name's number. Null when that is ambiguous. */
function datumFor(name: string, data: XfaData): string | null {
  const parts = name.split(".").map((part) => part.replace(NUMBERED, ""));
  const last = parts.at(-1);
  // Subforms without data of their own do not appear in the data.
  const isAt = ({ path }: Datum) => path.at(-1) === last && inOrder(path, parts);
  const found = data.filter(isAt);
  const [first] = found;
  if (!first || found.some(({ path }) => path.join(".") !== first.path.join("."))) return null;
  return found[Number(NUMBERED.exec(name)?.[1] ?? 0)]?.value ?? null;
}

function inOrder(path: readonly string[], parts: readonly string[]): boolean {
  let at = 0;
  for (const part of parts) if (part === path[at]) at += 1;
  return at === path.length;
}
