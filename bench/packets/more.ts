/** Documents of many more kinds, for learning alone: those written by hand, in small and in large type, and generated layouts that repeat (`bench/pages`). */
import { readdirSync } from "node:fs";
import path from "node:path";
import { parseSchema } from "#contract/schema/parse-schema.ts";
import type { DocumentReader } from "#documents/read-document.ts";
import type { Class } from "#packets/classes/class-features.ts";
import { kindsNamed } from "#packets/kinds/kinds.ts";
import type { Random } from "../pages/random.ts";
import { readCached } from "../reading.ts";
import { foldOf, type PoolDocument, rowsOf } from "./pool.ts";

/** A template that is of this document alone: named as the document's file is. */
export type MoreDocument = PoolDocument & { template: Class };

/** The sets in `folders`, parted by commas. Two prints of one document are never in one stack, and documents of a layout are of one fold. */
export async function moreOf(folders: string, cache: string, reader: DocumentReader): Promise<MoreDocument[]> {
  const documents: MoreDocument[] = [];
  for (const folder of folders.split(",").filter((name) => name !== "")) {
    for (const set of readdirSync(folder)) {
      for (const row of rowsOf(path.join(folder, set, "truth.jsonl"))) {
        const file = path.join(folder, set, row.file);
        const fields = row.fields ?? [];
        const { schema } = parseSchema({ fields: fields.slice(0, FIELDS_MAX) });
        if (!schema) continue;
        const group = row.layout ?? row.id;
        documents.push({
          id: row.id,
          kind: row.layout ?? set,
          single: false,
          group,
          origin: row.id,
          fold: foldOf(group),
          file,
          document: await readCached(reader, { file, id: `${path.basename(folder)}-${row.id}`, cache }),
          fields,
          template: { id: group, name: row.layout === undefined ? nameOf(row.id) : "", description: "", schema },
        });
      }
    }
  }
  return documents;
}

const FIELDS_MAX = 20;

/** "Rent increase" of "letters-rent-increase-us": the words between the part and the country. */
function nameOf(id: string): string {
  const words = id.split("-").slice(1);
  if (words.length > 1 && words.at(-1)?.length === 2) words.pop();
  const name = words.join(" ");
  return name.charAt(0).toUpperCase() + name.slice(1);
}

/** Of the documents of generated layouts none says what it is. */
export const isNamed = ({ template }: MoreDocument): boolean => template.name !== "";

const OWN = 0.6;
const TEMPLATES_MAX = 13;

/** Templates of some of the documents, three times of five of each, and of documents that are called otherwise than any of them. */
export function templatesFor(documents: readonly MoreDocument[], among: readonly MoreDocument[], random: Random): Class[] {
  const kinds = new Set(documents.flatMap(({ template }) => kindsNamed(template.name).map(({ id }) => id)));
  const groups = new Set(documents.map(({ group }) => group));
  const isOther = ({ group, template }: MoreDocument) => !groups.has(group) && !kindsNamed(template.name).some(({ id }) => kinds.has(id));
  const own = documents.filter((each) => isNamed(each) && random.chance(OWN)).map(({ template }) => askedMore(template, among, random));
  const others = Array.from({ length: random.int(2, TEMPLATES_MAX) }, () => random.pick(among)).filter(isOther);
  const all = [...own, ...others.map(({ template }) => template)];
  return random.shuffle([...new Map(all.map((template) => [template.id, template])).values()]).slice(0, TEMPLATES_MAX);
}

/** Every second time with fields that the document does not have, as a template of many documents has, for up to two thirds of its own. */
function askedMore(template: Class, among: readonly MoreDocument[], random: Random): Class {
  const { fields } = template.schema;
  if (fields.length === 0 || random.chance(0.5)) return template;
  const kept = random.shuffle(fields).slice(0, Math.max(1, Math.ceil(fields.length * (1 - 0.67 * random.next()))));
  const names = new Set(fields.map(({ name }) => name));
  const others = random.pick(among).template.schema.fields.filter(({ name }) => !names.has(name));
  return { ...template, schema: { ...template.schema, fields: [...kept, ...others.slice(0, fields.length - kept.length)] } };
}
