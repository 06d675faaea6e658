/** The properties each route's body schema allows, computed once per route with its first request, and the unknown ones of a body. */
import { z } from "zod";
import { LIMITS } from "#contract/limits.ts";
import { WRITTEN_SCHEMA } from "#contract/schema/field.ts";
import { parseSchema } from "#contract/schema/parse-schema.ts";
import { isRecord } from "#contract/schema/problems.ts";
import { type UnknownProperty, unknownProperty } from "#contract/unknown-property.ts";

/** Null: any properties are allowed. `schema`: an extraction schema, which is checked separately. */
export type Known = { properties: ReadonlyMap<string, Known> | null; items: Known } | "schema" | null;

type Node = {
  $ref?: string;
  type?: string;
  properties?: Record<string, Node>;
  additionalProperties?: unknown;
  items?: Node;
  anyOf?: Node[];
  oneOf?: Node[];
  allOf?: Node[];
};

export function knownProperties(body: z.ZodType): Known {
  const root: Node & { $defs?: Record<string, Node> } = z.toJSONSchema(body, { io: "input", unrepresentable: "any" }) as never;
  const knownOf = (node: Node): Known => {
    const all = branches(node);
    if (all.some(({ $ref }) => $ref?.endsWith(`/${WRITTEN_SCHEMA}`))) return "schema";
    const properties = all.flatMap((each) => Object.entries(each.properties ?? {}));
    const items = all.find((each) => each.items !== undefined)?.items;
    if (properties.length === 0 && items === undefined) return null;
    const isOpen = properties.length === 0 || all.some((each) => each.type === "object" && each.properties === undefined);
    return {
      properties: isOpen ? null : new Map(properties.map(([name, inner]) => [name, knownOf(inner)])),
      items: items === undefined ? null : knownOf(items),
    };
  };
  const branches = (node: Node): Node[] => {
    const { $ref } = node;
    if ($ref !== undefined && !$ref.endsWith(`/${WRITTEN_SCHEMA}`)) return branches(root.$defs?.[$ref.split("/").at(-1) ?? ""] ?? {});
    const inner = [node.anyOf, node.oneOf, node.allOf].flatMap((each) => each ?? []);
    return inner.length > 0 ? inner.flatMap(branches) : [node];
  };
  return knownOf(root);
}

/** At most as many as are reported. */
export function unknownProperties(body: unknown, known: Known): UnknownProperty[] {
  const found: UnknownProperty[] = [];
  const look = (value: unknown, by: Known, loc: (string | number)[]): void => {
    if (by === null || found.length >= LIMITS.faultsListedMax) return;
    if (by === "schema") found.push(...parseSchema(value, loc).unknown);
    else if (Array.isArray(value)) for (const [i, each] of value.entries()) look(each, by.items, [...loc, i]);
    else if (isRecord(value) && by.properties)
      for (const [name, inner] of Object.entries(value)) {
        if (found.length >= LIMITS.faultsListedMax) return;
        const property = by.properties.get(name);
        if (property === undefined) found.push(unknownProperty(loc, name, [...by.properties.keys()]));
        else look(inner, property, [...loc, name]);
      }
  };
  look(body, known, ["body"]);
  return found.slice(0, LIMITS.faultsListedMax);
}
