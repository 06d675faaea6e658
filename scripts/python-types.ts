/** Generates the types of the Python client from openapi.json; with `--check` it only compares and fails when the file is outdated. */
import { readFile, writeFile } from "node:fs/promises";

const FROM = new URL("../openapi.json", import.meta.url);
const TO = new URL("../clients/python/winnow/types.py", import.meta.url);

type Schema = {
  $ref?: string;
  type?: string | string[];
  description?: string;
  enum?: (string | number | boolean | null)[];
  anyOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: Schema | boolean;
};

const HEAD = `"""The records of the API, generated from openapi.json by scripts/python-types.ts."""

from __future__ import annotations

from typing import Any, Dict, List, Literal, Optional, TypedDict, Union

`;
const SCALARS: Record<string, string> = { string: "str", number: "float", integer: "int", boolean: "bool", null: "None" };
/** Names that Python takes for itself. */
const RESERVED = new Set([
  "from",
  "class",
  "in",
  "is",
  "not",
  "pass",
  "def",
  "import",
  "global",
  "lambda",
  "with",
  "None",
  "True",
  "False",
]);
const IDENTIFIER = /^[A-Za-z_]\w*$/;

/** Classes in the order in which they are written. */
const classes: string[] = [];

function classOf(name: string, { properties = {}, required = [], description }: Schema): string {
  const fields = Object.entries(properties).map(([key, schema]) => ({ key, schema, type: typeOf(schema, name + pascal(key)) }));
  const isNamed = fields.every(({ key }) => IDENTIFIER.test(key) && !RESERVED.has(key));
  // Keys that are no names of Python cannot be written as a class.
  if (!isNamed) return "Dict[str, Any]";
  const asked = fields.filter(({ key }) => required.includes(key));
  const free = fields.filter(({ key }) => !required.includes(key));
  const written = (some: typeof fields) =>
    some.map(
      ({ key, schema, type }) => `${schema.description === undefined ? "" : `    # ${lineOf(schema.description)}\n`}    ${key}: ${type}\n`,
    );
  const doc = description === undefined ? "" : `    """${lineOf(description).replaceAll("\\", "\\\\").replaceAll('"""', "'''")}"""\n\n`;
  const split = asked.length > 0 && free.length > 0;
  if (split) classes.push(`class _${name}(TypedDict):\n${written(asked).join("")}`);
  const total = asked.length > 0 ? "" : ", total=False";
  const head = split ? `class ${name}(_${name}, total=False):\n` : `class ${name}(TypedDict${total}):\n`;
  classes.push(`${head}${doc}${written(split ? free : fields).join("") || "    pass\n"}`);
  return name;
}

/** `name`: of a class, where the schema needs one of its own. */
function typeOf(schema: Schema, name: string): string {
  if (schema.$ref !== undefined) return schema.$ref.split("/").at(-1) ?? "Any";
  if (schema.enum) return literalOf(schema.enum);
  if (schema.anyOf) return unionOf(schema.anyOf.map((each, i) => typeOf(each, i === 0 ? name : `${name}${i + 1}`)));
  if (Array.isArray(schema.type)) return unionOf(schema.type.map((type) => typeOf({ ...schema, type }, name)));
  if (schema.type === "array") return `List[${schema.items ? typeOf(schema.items, `${name}Item`) : "Any"}]`;
  if (schema.properties) return classOf(name, schema);
  if (schema.type === "object") {
    const values = schema.additionalProperties;
    return `Dict[str, ${typeof values === "object" ? typeOf(values, `${name}Value`) : "Any"}]`;
  }
  return SCALARS[schema.type ?? ""] ?? "Any";
}

function unionOf(types: readonly string[]): string {
  const all = [...new Set(types)];
  const some = all.filter((type) => type !== "None");
  const whole = some.length === 1 ? (some[0] ?? "Any") : `Union[${some.join(", ")}]`;
  if (all.includes("Any")) return "Any";
  return some.length === 0 ? "None" : some.length < all.length ? `Optional[${whole}]` : whole;
}

function literalOf(values: readonly (string | number | boolean | null)[]): string {
  // A Literal has no floats.
  if (values.some((value) => typeof value === "number" && !Number.isInteger(value))) return "float";
  const words = values.map((value) =>
    value === null ? "None" : value === true ? "True" : value === false ? "False" : JSON.stringify(value),
  );
  return `Literal[${words.join(", ")}]`;
}

const lineOf = (text: string): string => text.replaceAll(/\s+/g, " ").trim();
const pascal = (key: string): string =>
  key
    .split(/\W|_/)
    .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
    .join("");

const { components } = JSON.parse(await readFile(FROM, "utf8")) as { components: { schemas: Record<string, Schema> } };
const aliases: string[] = [];
for (const [name, schema] of Object.entries(components.schemas)) {
  const type = typeOf(schema, name);
  if (type !== name) aliases.push(`${name} = ${type}\n`);
}
const text = `${HEAD}${aliases.join("")}\n\n${classes.join("\n\n")}`;

if (process.argv.includes("--check")) {
  if ((await readFile(TO, "utf8").catch(() => "")) !== text) {
    process.stderr.write("clients/python/winnow/types.py is not what openapi.json says. Run `npm run openapi` and commit it.\n");
    process.exit(1);
  }
} else {
  await writeFile(TO, text);
}
