/** Small shapes that several wire shapes share. */
import { z } from "zod";
import { type IdPrefix, isId } from "./ids.ts";
import { LIMITS } from "./limits.ts";

/**
 * Any JSON. What comes from a caller was made by a JSON parser and is held to a depth before anything reads it, so there is nothing to
 * walk through here. A name of its own, because the OpenAPI generator loses recursive shapes without one.
 */
export const Json = z.custom<z.core.util.JSONType>((value) => value !== undefined, "This is required.").meta({ id: "Json" });
export type Json = z.infer<typeof Json>;

/** Up to 10 KB of JSON of the caller's own, echoed in the record and the webhook. */
export const Metadata = z.record(z.string(), Json).refine((value) => Buffer.byteLength(JSON.stringify(value)) <= LIMITS.metadataBytesMax, {
  error: `\`metadata\` is larger than ${LIMITS.metadataBytesMax} bytes.`,
});

/** An absolute http or https URL without a user name. Whether it may be fetched is decided by the guard, not by its shape. */
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

/** A URL that may be left out: an empty text counts as absent, as our own answers have it. */
export const OptionalUrl = z.preprocess((value) => (value === "" ? null : value), WebUrl.nullish());

/** What is told of a cursor that its list did not give. */
export const NO_CURSOR = "This is not a `next_cursor` of this list in this order. Leave `cursor` out to start from the beginning.";

/** Cursor of a list, opaque to callers: the id of the last entry of the page before. */
export const cursorOf = (prefix: IdPrefix) =>
  z
    .string()
    .refine((text) => isId(prefix, text), NO_CURSOR)
    .describe("`next_cursor` of the page before.");
/** A whole number in an address, written in digits: an empty text, `0x10` and `1e1` are none. `otherwise` where it is left out. */
export function wholeNumber(min: number, max: number, otherwise?: number) {
  const number = z.coerce.number().int().min(min).max(max);
  const digits = (text: unknown) => (typeof text === "string" && !/^-?\d+$/.test(text) ? Number.NaN : text);
  return z.preprocess(digits, otherwise === undefined ? number : number.default(otherwise));
}
export const Limit = wholeNumber(1, LIMITS.listMax, LIMITS.listDefault).describe("How many entries a page has at most.");
