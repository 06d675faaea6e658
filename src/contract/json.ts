/** Small schemas shared by several wire shapes. */
import { z } from "zod";
import { type IdPrefix, isId } from "./ids.ts";
import { LIMITS } from "./limits.ts";

/**
 * Any JSON value. Values from callers come out of a JSON parser and their depth is limited before they are read, so this schema does not
 * check recursively. It has an id because the OpenAPI generator drops recursive schemas without one.
 */
export const Json = z.custom<z.core.util.JSONType>((value) => value !== undefined, "This is required.").meta({ id: "Json" });
export type Json = z.infer<typeof Json>;

/** Up to 10 KB of the caller's own JSON, returned in the record and the webhook. */
export const Metadata = z.record(z.string(), Json).refine((value) => Buffer.byteLength(JSON.stringify(value)) <= LIMITS.metadataBytesMax, {
  error: `\`metadata\` is larger than ${LIMITS.metadataBytesMax} bytes.`,
});

/** An absolute http or https URL without a user name. Whether it may be fetched is decided by platform/fetch. */
export const WebUrl = z
  .string()
  .max(LIMITS.urlCharactersMax)
  .superRefine((value, context) => {
    const refuse = (message: string) => context.addIssue({ code: "custom", message, params: { type: "url_parsing" } });
    if (!/^https?:\/\//i.test(value)) return refuse("Give an absolute URL that starts with http:// or https://.");
    if (!URL.canParse(value)) return refuse("This is not a valid URL.");
    const url = new URL(value);
    if (url.username !== "" || url.password !== "") refuse("A URL with a user name or password is not accepted.");
  });

/** An optional URL: an empty text counts as absent, because our own responses contain empty texts. */
export const OptionalUrl = z.preprocess((value) => (value === "" ? null : value), WebUrl.nullish());

/** The message for a cursor that did not come from this list. */
export const NO_CURSOR = "This is not a `next_cursor` of this list in this order. Leave `cursor` out to start from the beginning.";

/** Cursor of a list, opaque to callers: the id of the last entry of the previous part. */
export const cursorOf = (prefix: IdPrefix) =>
  z
    .string()
    .refine((text) => isId(prefix, text), NO_CURSOR)
    .describe("`next_cursor` of the previous page.");
/**
 * A whole number in a query string, in decimal digits only: an empty text, `0x10` and `1e1` are invalid. `otherwise`: the value when it is
 * left out.
 */
export function wholeNumber(min: number, max: number, otherwise?: number) {
  const number = z.coerce.number().int().min(min).max(max);
  const digits = (text: unknown) => (typeof text === "string" && !/^-?\d+$/.test(text) ? Number.NaN : text);
  return z.preprocess(digits, otherwise === undefined ? number : number.default(otherwise));
}
export const Limit = wholeNumber(1, LIMITS.listMax, LIMITS.listDefault).describe("Maximum number of entries of a page.");
