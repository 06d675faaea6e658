/**
 * The version of the prompts: a hash of all their words, of the reply's schema, and of the request to repair a reply. Cached answers from
 * other prompts are not used.
 */
import { createHash } from "node:crypto";
import type { Schema } from "#contract/schema/field.ts";
import type { Hint } from "#engines/remembered.ts";
import { repairText } from "#platform/models/ask-usable.ts";
import { schemaText } from "#platform/models/reply-schema.ts";
import { fieldListOf } from "./fields.ts";
import * as prompt from "./prompt.ts";
import { REPLY_SCHEMA } from "./reply.ts";

/** A schema whose field list uses every word that prompt.ts has for fields. */
const EVERY_WORD: Schema = {
  document_description: "A document.",
  fields: [
    { name: "a", type: "string", description: "About a.", required: true, format: "f", pattern: "p", examples: ["e"] },
    { name: "b", type: "enum", enum: ["x", "y"] },
    { name: "c", type: "number", minimum: 1, maximum: 2 },
    { name: "d", type: "string", method: "generate" },
    { name: "e", type: "object", fields: [{ name: "f", type: "array", items: { name: "item", type: "date" } }] },
    { name: "g", type: "table", fields: [{ name: "h", type: "currency" }] },
  ],
};
const LINE = { page: 1, number: 1, text: "A line." };
const PLACE = { path: "/a", kind: "place", page: 1, line: 1 } as const;
const HINTS: Hint[] = [
  { ...PLACE, label: { text: "A", side: "right of" }, formats: ["A", "a"] },
  { ...PLACE, label: null, formats: [] },
  { path: "/g", kind: "column", page: 1, line: 1, column: "h", head: "H" },
  { path: "/b", kind: "absent" },
];
const MARKER = "document";

/** Everything that prompt.ts exports, used once; the compiler reports a missing export. */
const SAID = {
  INSTRUCTIONS: prompt.INSTRUCTIONS,
  markerOf: prompt.markerOf([LINE]),
  fieldsText: prompt.fieldsText(EVERY_WORD, fieldListOf(EVERY_WORD)),
  hintsText: prompt.hintsText(MARKER, HINTS),
  windowText: prompt.windowText(MARKER, { context: [LINE], lines: [LINE] }),
  continueText: `${prompt.continueText([])}\n${prompt.continueText(["/a"])}`,
  onlyTablesText: prompt.onlyTablesText(["/g"]),
  missingRowsText: prompt.missingRowsText("/g", [{ page: 1, line: 1 }]),
} satisfies Record<keyof typeof prompt, string>;

export const promptWords = (): string => [...Object.values(SAID), repairText("wrong"), schemaText(REPLY_SCHEMA)].join("\n\n");

export const PROMPT_VERSION = createHash("sha256").update(promptWords()).digest("hex").slice(0, 16);
