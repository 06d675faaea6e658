/** The costliest of tests/faults/hostile-formats.test.ts: files that take seconds to make or to read. */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { DocumentReader } from "#documents/read-document.ts";
import * as hostile from "../support/hostile-files.ts";
import { HOSTILE_MS_MAX, openHostileReader, outcomeOf } from "../support/hostile-reading.ts";

let reader: DocumentReader;
beforeAll(() => {
  reader = openHostileReader();
});
afterAll(() => reader[Symbol.asyncDispose]());

test.each<[string, () => Buffer, RegExp]>([
  ["F25: a DOCX of 500 MB of blanks", () => hostile.docxBomb(500), /^deadline_exceeded$/],
  ["F25: a DOCX of 12,000 parts", () => hostile.manyParts(12_000), /^corrupt_document$/],
  ["F25: a sheet of two million cells", () => hostile.wideSheet(2_000_000), /^truncated$/],
  [
    "F26: a message of Outlook whose sectors go in a circle",
    () => hostile.circlingMsg(),
    /^(?:read|truncated|corrupt_document|deadline_exceeded|empty_document)$/,
  ],
])(
  "%s",
  async (_, make, outcome) => {
    expect(await outcomeOf(reader, make())).toMatch(outcome);
  },
  HOSTILE_MS_MAX + 10_000,
);
