/** The thread that looks for labels, so that the process which answers requests stays free. Started by open-suggester.ts. */
import type { Document } from "#documents/document.ts";
import { type Suggested, suggestSchema } from "#engines/local/suggest/suggest-schema.ts";

export function suggest(document: Document): Suggested {
  return suggestSchema(document);
}
