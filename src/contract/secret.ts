/** Texts that prove who somebody is, or sign in somebody's name: an answer that shows one is never kept. */
import { z } from "zod";

const MARK = "x-secret";

/** The reference marks it with `x-secret`. */
export const Secret = z.string().meta({ [MARK]: true });

export const showsSecret = (schema: unknown): boolean =>
  schema instanceof z.ZodType &&
  JSON.stringify(z.toJSONSchema(schema, { io: "output", unrepresentable: "any" })).includes(`"${MARK}":true`);
