/** What a model is to reply, as JSON Schema: made of the zod schema that reads the reply. */
import type { JSONSchema7 } from "@ai-sdk/provider";
import { z } from "zod";

/** For `meta` of a part that is read more leniently than it is asked for: the type that is asked. */
export type Asked = { asked: "integer" | "string" | ["string", "null"] };

/** As strict structured output of all three vendors takes it: objects closed, every property required, no bounds. */
export const replySchemaOf = (reply: z.ZodType): JSONSchema7 => strict(z.toJSONSchema(reply, { unrepresentable: "any" }) as Written);

type Written = JSONSchema7 & Partial<Asked>;

function strict({ asked, type, properties, items }: Written): JSONSchema7 {
  if (asked !== undefined) return { type: asked };
  if (properties) {
    const parts = Object.entries(properties).map(([name, part]) => [name, strict(part as Written)] as const);
    return { type: "object", properties: Object.fromEntries(parts), required: Object.keys(properties), additionalProperties: false };
  }
  if (items) return { type: "array", items: strict(items as Written) };
  if (type === undefined) throw new Error("a part of a reply is asked for without a type");
  return { type };
}
