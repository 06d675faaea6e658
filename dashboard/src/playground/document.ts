/** The chosen document as the API takes it, and what the API tells of it before anything is extracted. */
import { queryOptions } from "@tanstack/react-query";
import { api, type Schemas, WinnowError } from "#api.ts";
import { base64Of } from "#document/base64.ts";
import { keyOf } from "#query.ts";
import type { SchemaField } from "#schema/model.ts";

/** `fields` comes with a sample. `password` opens a PDF that is locked. */
export type Picked = ({ kind: "file"; file: File } | { kind: "url"; url: string }) & { fields?: SchemaField[]; password?: string };

type Sent = Pick<Schemas["ExtractAsyncRequest"], "document" | "password">;

export async function sentOf(picked: Picked): Promise<Sent> {
  const document = picked.kind === "url" ? { url: picked.url } : { file_content: await base64Of(picked.file), filename: picked.file.name };
  return { document, ...(picked.password ? { password: picked.password } : {}) };
}

/** A file has no name that tells it from another of the same name, so each gets a number. */
const numbers = new WeakMap<File, number>();
let counted = 0;
function nameOf(picked: Picked): string {
  if (picked.kind === "url") return `${picked.url} ${picked.password ?? ""}`;
  const known = numbers.get(picked.file) ?? ++counted;
  numbers.set(picked.file, known);
  return `${known} ${picked.password ?? ""}`;
}

const about = (picked: Picked | null) => ({
  enabled: picked !== null,
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: 60_000,
  retry: false,
});
const bodyOf = (picked: Picked | null) => (picked ? sentOf(picked) : Promise.reject(new Error("Choose a document first.")));

/** The first page, which is there before its labels are read. */
export const previewQuery = (picked: Picked | null) =>
  queryOptions({
    queryKey: keyOf("/api/extractor/v1/documents/preview", picked && nameOf(picked)),
    queryFn: async () => api.post("/api/extractor/v1/documents/preview", { body: await bodyOf(picked) }),
    ...about(picked),
  });

export const suggestionQuery = (picked: Picked | null) =>
  queryOptions({
    queryKey: keyOf("/api/extractor/v1/schemas/suggest", picked && nameOf(picked)),
    queryFn: async () => api.post("/api/extractor/v1/schemas/suggest", { body: await bodyOf(picked) }),
    ...about(picked),
  });

export const isLocked = (error: unknown) => error instanceof WinnowError && error.code === "encrypted_document";
