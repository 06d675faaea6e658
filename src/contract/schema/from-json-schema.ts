/** Converts a plain JSON Schema object to the field form, before aliases and limits are checked. Follows `$ref` within the document. */

import type { ValidationIssue } from "#contract/errors.ts";
import { LIMITS } from "#contract/limits.ts";
import { keysOf } from "#contract/pointer.ts";
import { noteMisspelt } from "./known-keys.ts";
import { isRecord, type Loc, type Problems } from "./problems.ts";

/**
 * More reads than any allowed schema needs: a field is read once, plus once for each list around it. Bounds references that expand without
 * end.
 */
const READS_MAX = LIMITS.schemaFieldsMax * (LIMITS.schemaLevelsMax + 1);
/** Objects and the lists around them alternate, so each level counts twice. */
const DEPTH_MAX = 2 * LIMITS.schemaLevelsMax + 2;
/** Most references followed from one place. */
const REFS_MAX = 100;

/** JSON Schema formats that correspond to one of our types. */
const FORMATS: Record<string, string> = {
  date: "date",
  "date-time": "datetime",
  time: "time",
  email: "email",
  uri: "url",
  url: "url",
  phone: "phone",
};
const COPIED = ["description", "pattern", "minimum", "maximum", "examples", "format", "method"] as const;

/** True for an object schema in JSON Schema form: it has `properties` and no list of `fields`. */
export function looksLikeJsonSchema(input: Record<string, unknown>): boolean {
  return (
    input.fields === undefined &&
    (isRecord(input.properties) || input.$ref !== undefined || input.$schema !== undefined || input.type === "object")
  );
}

/** Returns `{fields}`; errors have the `loc` of the caller's JSON Schema. */
export function schemaFromJsonSchema(
  root: Record<string, unknown>,
  at: Loc,
  problems: Problems,
): { fields: unknown; document_description?: string } {
  let reads = 0;
  let depth = 0;
  const read = (node: unknown, loc: Loc, trail: string[]): Record<string, unknown> => {
    reads++;
    if (reads === READS_MAX + 1) problems.errors.push(tooManyFields(at));
    if (reads > READS_MAX) return {};
    if (depth >= DEPTH_MAX) {
      problems.errors.push(nestedTooDeep(loc));
      return {};
    }
    depth++;
    const field = readNode(node, loc, trail);
    depth--;
    return field;
  };
  const readNode = (node: unknown, loc: Loc, trail: string[]): Record<string, unknown> => {
    const { target, trail: followed } = resolve(node, root, loc, trail, problems);
    const { schema, nullable } = withoutNull(target);
    const inner = schema === target ? { target: schema, trail: followed } : resolve(schema, root, loc, followed, problems);
    noteMisspelt(inner.target, loc, problems);
    return placed({ ...field(inner.target, loc, inner.trail), ...(nullable ? { required: false } : {}) }, loc);
  };
  const placed = <T extends object>(value: T, loc: Loc): T => {
    problems.places.set(value, loc);
    return value;
  };
  const field = (node: Record<string, unknown>, loc: Loc, trail: string[]): Record<string, unknown> => {
    const out: Record<string, unknown> = {};
    for (const key of COPIED) if (node[key] !== undefined) out[key] = node[key];
    if (out.description === undefined && typeof node.title === "string") out.description = node.title;
    const values = Array.isArray(node.enum)
      ? node.enum.filter((value) => value !== null)
      : node.const === undefined
        ? undefined
        : [node.const];
    if (values) out.enum = values;
    const type = typeof node.type === "string" ? node.type : isRecord(node.properties) ? "object" : node.items ? "array" : "string";
    if (type === "object") return { ...out, type: "object", fields: properties(node, loc, trail) };
    if (type === "array") return { ...out, type: "array", items: read(node.items ?? {}, [...loc, "items"], trail) };
    const byFormat = type === "string" && typeof node.format === "string" ? FORMATS[node.format] : undefined;
    return { ...out, type: byFormat ?? (values && type === "string" ? "enum" : type) };
  };
  const properties = (node: Record<string, unknown>, loc: Loc, trail: string[]) => {
    const required = Array.isArray(node.required) ? node.required : [];
    const entries = isRecord(node.properties) ? Object.entries(node.properties) : [];
    const fields = entries.map(([name, value]) => {
      const place = [...loc, "properties", name];
      return placed({ ...read(value, place, trail), name, ...(required.includes(name) ? { required: true } : {}) }, place);
    });
    return placed(fields, [...loc, "properties"]);
  };
  const top = resolve(root, root, at, [], problems);
  const { description } = top.target;
  return {
    fields: properties(top.target, at, top.trail),
    ...(typeof description === "string" ? { document_description: description } : {}),
  };
}

function nestedTooDeep(loc: Loc): ValidationIssue {
  return { loc, msg: `Fields are nested deeper than ${LIMITS.schemaLevelsMax} levels.`, type: "too_deep" };
}

function tooManyFields(at: Loc): ValidationIssue {
  const msg = `With its references the schema has more than ${READS_MAX} fields; at most ${LIMITS.schemaFieldsMax} are allowed.`;
  return { loc: [...at, "properties"], msg, type: "too_long" };
}

/** `["string","null"]`, `nullable: true` and `anyOf` with null all mean that the value may be missing. */
function withoutNull(node: Record<string, unknown>): { schema: Record<string, unknown>; nullable: boolean } {
  if (Array.isArray(node.type)) {
    const types = node.type.filter((type) => type !== "null");
    return { schema: { ...node, type: types[0] ?? "string" }, nullable: types.length < node.type.length };
  }
  for (const key of ["anyOf", "oneOf"]) {
    const options = node[key];
    if (!Array.isArray(options)) continue;
    const real = options.filter((option) => isRecord(option) && option.type !== "null");
    const { [key]: _, ...rest } = node;
    if (isRecord(real[0])) return { schema: { ...rest, ...real[0] }, nullable: real.length < options.length };
  }
  if (Array.isArray(node.allOf))
    return { schema: Object.assign({}, ...node.allOf.filter(isRecord), { ...node, allOf: undefined }), nullable: false };
  return { schema: node, nullable: node.nullable === true };
}

function resolve(
  node: unknown,
  root: Record<string, unknown>,
  loc: Loc,
  trail: string[],
  problems: Problems,
): { target: Record<string, unknown>; trail: string[] } {
  if (!isRecord(node)) return { target: {}, trail };
  const ref = node.$ref;
  if (typeof ref !== "string") return { target: node, trail };
  const parts = ref.startsWith("#/") ? keysOf(ref.slice(1)) : null;
  const target = parts?.reduce<unknown>((value, part) => (isRecord(value) && Object.hasOwn(value, part) ? value[part] : undefined), root);
  if (!isRecord(target) || trail.includes(ref) || trail.length >= REFS_MAX) {
    const msg = trail.includes(ref)
      ? `\`${ref}\` refers to itself; a schema must be finite.`
      : isRecord(target)
        ? `\`${ref}\` is reached over more than ${REFS_MAX} references.`
        : `\`${ref}\` does not exist; only references within the schema are followed.`;
    problems.errors.push({ loc: [...loc, "$ref"], msg, type: "invalid_ref" });
    return { target: {}, trail };
  }
  const { $ref: _, ...rest } = node;
  return resolve({ ...target, ...rest }, root, loc, [...trail, ref], problems);
}
