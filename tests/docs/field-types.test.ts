/** docs/field-types.md explains every type, and what it shows is accepted. */
import { readFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { FIELD_TYPE_MEANINGS, FIELD_TYPES, fieldTypeOf } from "#contract/schema/field-types.ts";
import { FIELD_KEYS, NESTING_KEYS } from "#contract/schema/known-keys.ts";
import { parseSchema } from "#contract/schema/parse-schema.ts";

const PAGE = await readFile(path.resolve(import.meta.dirname, "../../docs/field-types.md"), "utf8");
const rows = [...PAGE.matchAll(/^\| `(\w+)` \|(.*?)\| (.+) \| (.+) \|$/gm)].map(
  ([, type = "", aliases = "", meaning = "", example = ""]) => ({
    type,
    aliases: [...aliases.matchAll(/`([\w-]+)`/g)].map(([, alias = ""]) => alias),
    meaning,
    example: example.replaceAll("`", ""),
  }),
);

test("each type has its row, with what `data` has and an example of it", () => {
  expect(rows.map(({ type }) => type).sort()).toEqual([...FIELD_TYPES].sort());
  for (const { example, meaning } of rows) {
    expect(() => JSON.parse(example)).not.toThrow();
    expect(meaning.length).toBeGreaterThan(10);
  }
  expect(Object.fromEntries(rows.map(({ type, meaning }) => [type, meaning]))).toEqual(FIELD_TYPE_MEANINGS);
});

test("each other name means its type", () => {
  for (const { type, aliases } of rows) for (const alias of aliases) expect(fieldTypeOf(alias), alias).toBe(type);
});

test("the schema it shows is accepted, has every type, and nothing that is not known", () => {
  const [, code = ""] = /^```json\n([\s\S]*?)^```$/m.exec(PAGE) ?? [];
  const { schema, errors, unknown } = parseSchema(JSON.parse(code));
  expect({ errors, unknown }).toEqual({ errors: [], unknown: [] });
  const text = JSON.stringify(schema);
  for (const type of FIELD_TYPES) expect(text).toContain(`"type":"${type}"`);
});

test("each property of a field is explained", () => {
  const told = [...PAGE.matchAll(/`(\w+)`/g)].map(([, name]) => name);
  for (const key of [...FIELD_KEYS, ...NESTING_KEYS]) expect(told).toContain(key);
});
