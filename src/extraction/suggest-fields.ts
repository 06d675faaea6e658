/** Reads a document while the caller waits and answers with the schema that its labels suggest. Nothing is stored. */
import { answeringFailures } from "#contract/answer-failures.ts";
import { decodeBase64 } from "#contract/base64.ts";
import { ApiError } from "#contract/errors.ts";
import { type DocumentSource, documentSource } from "#contract/extraction.ts";
import type { PreviewReply, SuggestBody, SuggestReply } from "#contract/suggestions.ts";
import { type DocumentReader, readingOf } from "#documents/read-document.ts";
import { SUGGEST } from "#extraction/in-reader/works.ts";
import type { Blobs } from "#platform/blobs/blobs.ts";
import type { AllowedHosts } from "#platform/config-hosts.ts";
import { checkUrl } from "#platform/fetch/check-url.ts";
import { fetchFile } from "#platform/fetch/fetch-file.ts";
import type { FetchRules } from "#platform/fetch/guarded-fetch.ts";
import type { Db } from "#platform/postgres/db.ts";
import { type TakeBytes, uploadedBytes } from "#uploads/use-upload.ts";

export type SuggestDeps = { db: Db; blobs: Blobs; reader: DocumentReader; fetchRules: FetchRules; allowHosts: AllowedHosts };
/** Who waits for the answer. `take` reserves memory for a file that the request names. */
export type Waiting = { accountId: string; take: TakeBytes; signal: AbortSignal };

/** Later pages rarely have new labels, and reading a scanned page takes a second while the caller waits. */
const SUGGEST_PAGES_MAX = 10;
export const SUGGEST_PAGES = Array.from({ length: SUGGEST_PAGES_MAX }, (_, i) => i + 1);
const PREVIEW_WIDTH_PX = 900;

/** Throws ApiError 400 and 422 as extract-async does. */
export async function suggestFields(deps: SuggestDeps, waiting: Waiting, body: SuggestBody): Promise<SuggestReply> {
  const { signal } = waiting;
  const password = body.password ?? null;
  return withBytes(deps, waiting, body, async (bytes) => {
    const ask = { reading: readingOf(bytes, { pages: SUGGEST_PAGES, password }), pagesMax: SUGGEST_PAGES_MAX };
    const suggested = await deps.reader.work(SUGGEST, ask, bytes, signal);
    const page = suggested.document.pages[0]?.number ?? 1;
    return { ...suggested, preview: await previewOf(deps, bytes, { page, password }, signal) };
  });
}

/** The first page as an image. Throws ApiError 400 and 422 as extract-async does. */
export async function previewDocument(deps: SuggestDeps, waiting: Waiting, body: SuggestBody): Promise<PreviewReply> {
  const first = { page: 1, password: body.password ?? null };
  return withBytes(deps, waiting, body, async (bytes) => ({ preview: await previewOf(deps, bytes, first, waiting.signal) }));
}

const PROPERTIES = { url: "document_url", file: "file_content", upload: "document.upload_id" } as const;

/** A failure of `work` becomes an error that names the body property with the document. */
async function withBytes<T>(deps: SuggestDeps, waiting: Waiting, body: SuggestBody, work: (bytes: Buffer) => Promise<T>): Promise<T> {
  const source = documentSource(body);
  const bytes = await bytesOf(deps, waiting, source);
  return answeringFailures(PROPERTIES[source.kind], () => work(bytes));
}

async function previewOf(
  { reader }: SuggestDeps,
  bytes: Buffer,
  { page, password }: { page: number; password: string | null },
  signal: AbortSignal,
): Promise<PreviewReply["preview"]> {
  const png = await reader.renderPage(bytes, { page, widthPx: PREVIEW_WIDTH_PX, password }, signal);
  return { page, ...sizeOfPng(png), png_base64: png.toString("base64") };
}

async function bytesOf(deps: SuggestDeps, { accountId, take, signal }: Waiting, source: DocumentSource): Promise<Buffer> {
  if (source.kind === "upload") return uploadedBytes(deps, accountId, source.uploadId, take);
  if (source.kind === "file") return decodeBase64(source.base64);
  const verdict = checkUrl(source.url, deps.allowHosts);
  if (!verdict.ok) throw new ApiError("url_not_allowed", { detail: `\`document_url\`: ${verdict.why}` });
  return answeringFailures("document_url", () => fetchFile(source.url, deps.fetchRules, signal));
}

/** Width and height are at fixed offsets of a PNG's first chunk (PNG specification, 11.2.2 IHDR). */
function sizeOfPng(png: Buffer): { width_px: number; height_px: number } {
  return { width_px: png.readUInt32BE(16), height_px: png.readUInt32BE(20) };
}
