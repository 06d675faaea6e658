/** Texts that authenticate or sign. A response that contains one is never stored. */
import { z } from "zod";

const MARK = "x-secret";

/** Marked with `x-secret` in the API reference. */
export const Secret = z.string().meta({ [MARK]: true });

export const showsSecret = (schema: unknown): boolean =>
  schema instanceof z.ZodType &&
  JSON.stringify(z.toJSONSchema(schema, { io: "output", unrepresentable: "any" })).includes(`"${MARK}":true`);
