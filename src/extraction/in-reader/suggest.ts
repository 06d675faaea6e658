/** Extraction's work in the reader's child: suggests a schema from a document's labels. */
import type { SuggestReply } from "#contract/suggestions.ts";
import type { Warning } from "#contract/task.ts";
import type { WorkContext } from "#documents/child/serve.ts";
import type { Box, Document } from "#documents/document.ts";
import type { ReadOptions } from "#documents/pool/protocol.ts";
import { type Suggestion, suggestSchema } from "#engines/local/suggest/suggest-schema.ts";
import { bboxOf } from "#results/bbox.ts";

type Suggested = Omit<SuggestReply, "preview">;

export async function suggest(
  { reading, pagesMax }: { reading: ReadOptions; pagesMax: number },
  bytes: Buffer,
  context: WorkContext,
): Promise<Suggested> {
  return suggestedFrom(await context.read(reading, bytes), pagesMax);
}

/** `pagesMax`: the most pages that were read. */
export function suggestedFrom(document: Document, pagesMax: number): Suggested {
  const { schema, suggestions } = suggestSchema(document);
  return {
    extraction_schema: schema,
    suggestions: suggestions.map((each) => withBboxes(each, document)),
    document: {
      mime_type: document.mimeType,
      page_count: document.pageCount,
      pages: document.pages.map(({ number, width, height }) => ({ number, width, height })),
    },
    warnings: [...incompleteness(document, pagesMax), ...(schema.fields.length === 0 ? [nothingFound(document)] : [])],
  };
}

function withBboxes(
  { path, label, sample, page, labelBox, sampleBox, samplePage }: Suggestion,
  document: Document,
): SuggestReply["suggestions"][number] {
  const bbox = (box: Box, of: number) => {
    const found = document.pages.find(({ number }) => number === of);
    return found ? bboxOf(box, found) : null;
  };
  return {
    path,
    label,
    sample,
    page,
    label_bbox: bbox(labelBox, page) ?? [0, 0, 1, 1],
    sample_bbox: sampleBox && bbox(sampleBox, samplePage),
  };
}

function nothingFound({ pages }: Document): Warning {
  const why = pages.every(({ lines }) => lines.length === 0) ? "no text" : "no labels with values";
  const message = `The document has ${why} that a schema could be made from. Write the fields yourself.`;
  return { code: "nothing_found", path: null, message };
}

function incompleteness({ pageCount, pagesFailed, truncated }: Document, pagesMax: number): Warning[] {
  const warnings: Warning[] = [];
  const add = (code: string, message: string) => warnings.push({ code, path: null, message });
  if (pageCount > pagesMax) add("pages_left_out", `Only the first ${pagesMax} of ${pageCount} pages were looked at.`);
  if (pagesFailed.length > 0) add("pages_failed", `Pages that could not be read: ${pagesFailed.join(", ")}.`);
  if (truncated) add("truncated", "The document has more text than is read; only its beginning was looked at.");
  return warnings;
}
