/** Which values of a schema the columns of a table of right answers have, by the names over them. */
import { UsageError } from "#cli/failures.ts";
import { meantName, plainName } from "#contract/nearest.ts";
import { child } from "#contract/pointer.ts";
import type { Field, Schema } from "#contract/schema/field.ts";

/** `names`: of the objects and the field, below the row if it is in a list. `list`: names of the list, with `isSingle` where an item is one value. */
export type AnswerColumn = {
  written: string;
  pointer: string;
  names: readonly string[];
  field: Field;
  list: { names: readonly string[]; isSingle: boolean } | null;
};
type Known = Omit<AnswerColumn, "written"> & { dotted: string };

const FILE = "file";
const LISTED_MAX = 30;

/** `file`: the index of the column that names the documents; null at the index of each column that is left out, of which a note tells. */
export type AnswerColumns = { file: number; columns: (AnswerColumn | null)[]; notes: string[] };

/** `called`: the file in messages. Throws UsageError for a missing `file`, a misspelt or repeated column, and where no column is a field. */
export function columnsIn(header: readonly string[], { fields }: Schema, called: string): AnswerColumns {
  const known = knownIn(fields, [], null);
  const file = header.findIndex((name) => plainName(name) === FILE);
  if (file < 0) throw new UsageError(`${called} has no column \`file\`, which names the document of each row by its path from there.`);
  const notes: string[] = [];
  const columns = header.map((written, i): AnswerColumn | null => {
    if (i === file || written === "") return null;
    const found = known.find(({ dotted, pointer }) => written === pointer || written === dotted);
    if (found) return { written, ...found };
    const meant = meantName(written, [...known.map(({ dotted }) => dotted), FILE]);
    if (meant !== null) throw new UsageError(`${called}: the schema has no field \`${written}\`. Did you mean \`${meant}\`?`);
    notes.push(`${called}: the schema has no field \`${written}\`; the column is left out.`);
    return null;
  });
  const used = columns.filter((column) => column !== null);
  const twice = used.find((column, i) => used.findIndex(({ field }) => field === column.field) < i);
  if (twice) throw new UsageError(`${called} has two columns for \`${twice.written}\`.`);
  if (used.length === 0) {
    const names = known.slice(0, LISTED_MAX).map(({ dotted }) => dotted);
    throw new UsageError(
      `${called} has no column with a field of the schema: ${names.join(", ")}${known.length > LISTED_MAX ? ", …" : ""}.`,
    );
  }
  return { file, columns, notes: [...notes, ...gapsIn(used, known, called)] };
}

/** Lists are learned as wholes. */
function gapsIn(used: readonly AnswerColumn[], known: readonly Known[], called: string): string[] {
  const given = new Set(used.map(({ field }) => field));
  const lists = new Set(used.flatMap(({ list }) => (list ? [list.names.join("/")] : [])));
  return known
    .filter(({ field, list }) => list && lists.has(list.names.join("/")) && !given.has(field))
    .map(({ dotted }) => `${called} has no column \`${dotted}\`: its cells count as empty.`);
}

/** The single values of a schema; those of a list that stands in rows of another one are none. */
function knownIn(fields: readonly Field[], above: readonly string[], list: AnswerColumn["list"]): Known[] {
  return fields.flatMap((field): Known[] => {
    const names = [...above, field.name];
    if (field.type === "object") return knownIn(field.fields ?? [], names, list);
    if (field.type !== "table" && field.type !== "array") return [knownOf(field, names, list)];
    if (list) return [];
    const inner = field.type === "table" ? field.fields : field.items?.fields;
    if (inner) return knownIn(inner, [], { names, isSingle: false });
    return [knownOf({ ...field.items, name: field.name, type: field.items?.type ?? "string" }, [], { names, isSingle: true })];
  });
}

function knownOf(field: Field, names: readonly string[], list: AnswerColumn["list"]): Known {
  const whole = [...(list?.names ?? []), ...names];
  return { names, field, list, dotted: whole.join("."), pointer: whole.reduce((at, name) => child(at, name), "") };
}
