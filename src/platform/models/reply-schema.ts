/** JSON Schema of a model's reply, derived from the zod schema that parses the reply. */
import type { JSONSchema7 } from "@ai-sdk/provider";
import { z } from "zod";

/** For the `meta` of a part that is parsed more leniently than it is requested: the requested type, or its whole schema. */
export type AskedType = { asked: "integer" | "string" | ["string", "null"] | JSONSchema7 };

/** In the form that strict structured output of all three vendors accepts: closed objects, every property required, no bounds. */
export const replySchemaOf = (reply: z.ZodType): JSONSchema7 => strict(z.toJSONSchema(reply, { unrepresentable: "any" }) as Written);

type Written = JSONSchema7 & Partial<AskedType>;

function strict({ asked, type, properties, items }: Written): JSONSchema7 {
  if (asked !== undefined) return typeof asked === "string" || Array.isArray(asked) ? { type: asked } : asked;
  if (properties) {
    const parts = Object.entries(properties).map(([name, part]) => [name, strict(part as Written)] as const);
    return { type: "object", properties: Object.fromEntries(parts), required: Object.keys(properties), additionalProperties: false };
  }
  if (items) return { type: "array", items: strict(items as Written) };
  if (type === undefined) throw new Error("a part of a reply is asked for without a type");
  return { type };
}

/** For servers that keep to no schema: the schema stands in the prompt. */
export const schemaText = (schema: JSONSchema7) =>
  `Answer with one JSON object that keeps to this JSON Schema, without any words around it: ${JSON.stringify(schema)}`;
