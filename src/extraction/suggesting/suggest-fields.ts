/** Reads a document while its sender waits and answers with the schema that its labels suggest. Nothing is stored. */
import { answeringFailures } from "#contract/answer-failures.ts";
import { ApiError } from "#contract/errors.ts";
import { type DocumentSource, decodeBase64, documentSource } from "#contract/extraction.ts";
import type { SuggestBody, SuggestReply } from "#contract/suggestions.ts";
import type { Warning } from "#contract/task.ts";
import type { Box, Document } from "#documents/document.ts";
import type { DocumentReader } from "#documents/read-document.ts";
import { sniff } from "#documents/sniff.ts";
import type { Suggested, Suggestion } from "#engines/local/suggest/suggest-schema.ts";
import type { AllowedHosts } from "#platform/config.ts";
import { checkUrl } from "#platform/fetch/check-url.ts";
import { fetchFile } from "#platform/fetch/fetch-file.ts";
import type { FetchRules } from "#platform/fetch/guarded-fetch.ts";
import { bboxOf } from "#results/bbox.ts";
import type { Suggester } from "./open-suggester.ts";

export type SuggestDeps = { reader: DocumentReader; suggester: Suggester; fetchRules: FetchRules; allowHosts: AllowedHosts };

/** Labels that later pages have and these have not are rare; reading a scanned page takes a second, while somebody waits. */
const PAGES_MAX = 10;
/** A hundred times what the busiest pages take. */
const SUGGEST_MS_MAX = 30_000;
const PREVIEW_WIDTH_PX = 900;

/** Throws ApiError 400 and 422 as extract-async does. */
export async function suggestFields(deps: SuggestDeps, body: SuggestBody, signal: AbortSignal): Promise<SuggestReply> {
  const source = documentSource(body);
  const bytes = await bytesOf(deps, source, signal);
  const name = source.kind === "url" ? "document_url" : "file_content";
  const password = body.password ?? null;
  const pages = Array.from({ length: PAGES_MAX }, (_, i) => i + 1);
  return answeringFailures(name, async () => {
    const document = await deps.reader.read(bytes, { pages, password }, signal);
    const { schema, suggestions, warnings } = await suggestInTime(deps.suggester, document, signal);
    const page = document.pages[0]?.number ?? 1;
    const png = await deps.reader.renderPage(bytes, { page, widthPx: PREVIEW_WIDTH_PX, password }, signal);
    return {
      extraction_schema: schema,
      suggestions: suggestions.map((each) => withBboxes(each, document)),
      document: {
        mime_type: document.mimeType,
        page_count: document.pageCount,
        pages: document.pages.map(({ number, width, height }) => ({ number, width, height })),
      },
      warnings: [...warningsOf(document), ...warnings],
      preview: { page, ...sizeOfPng(png), png_base64: png.toString("base64") },
    };
  });
}

async function bytesOf({ fetchRules, allowHosts }: SuggestDeps, source: DocumentSource, signal: AbortSignal): Promise<Buffer> {
  if (source.kind === "url") {
    const verdict = checkUrl(source.url, allowHosts);
    if (!verdict.ok) throw new ApiError("url_not_allowed", { detail: `\`document_url\`: ${verdict.why}` });
    return answeringFailures("document_url", () => fetchFile(source.url, fetchRules, signal));
  }
  const bytes = decodeBase64(source.base64);
  if (sniff(bytes) === null) throw new ApiError("unsupported_type");
  return bytes;
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

async function suggestInTime(suggester: Suggester, document: Document, signal: AbortSignal): Promise<Suggested & { warnings: Warning[] }> {
  const late = AbortSignal.timeout(SUGGEST_MS_MAX);
  const nothing = (message: string) => ({
    schema: { fields: [] },
    suggestions: [],
    warnings: [{ code: "nothing_found", path: null, message }],
  });
  try {
    const suggested = await suggester.suggest(document, AbortSignal.any([signal, late]));
    if (suggested.schema.fields.length > 0) return { ...suggested, warnings: [] };
  } catch (error) {
    if (!late.aborted || signal.aborted) throw error;
    return nothing("The document has too much on its pages to look for labels in time. Write the fields yourself.");
  }
  const why = document.pages.every(({ lines }) => lines.length === 0) ? "no text" : "no labels with values";
  return nothing(`The document has ${why} that a schema could be made from. Write the fields yourself.`);
}

function warningsOf({ pageCount, pagesFailed, truncated }: Document): Warning[] {
  const warnings: Warning[] = [];
  const add = (code: string, message: string) => warnings.push({ code, path: null, message });
  if (pageCount > PAGES_MAX) add("pages_left_out", `Only the first ${PAGES_MAX} of ${pageCount} pages were looked at.`);
  if (pagesFailed.length > 0) add("pages_failed", `Pages that could not be read: ${pagesFailed.join(", ")}.`);
  if (truncated) add("truncated", "The document has more text than is read; only its beginning was looked at.");
  return warnings;
}

/** Width and height stand at fixed places of a PNG's first chunk (PNG specification, 11.2.2 IHDR). */
function sizeOfPng(png: Buffer): { width_px: number; height_px: number } {
  return { width_px: png.readUInt32BE(16), height_px: png.readUInt32BE(20) };
}
