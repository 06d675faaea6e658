/** Small shapes that several wire shapes share. */
import { z } from "zod";
import { LIMITS } from "./limits.ts";

/** Up to 10 KB of JSON of the caller's own, echoed in the record and the webhook. */
export const Metadata = z
  .record(z.string(), z.json())
  .refine((value) => Buffer.byteLength(JSON.stringify(value)) <= LIMITS.metadataBytesMax, {
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

/** Cursor of a list; opaque to callers. */
export const Cursor = z.string().max(300);
export const Limit = z.coerce.number().int().min(1).max(LIMITS.listMax).default(LIMITS.listDefault);
