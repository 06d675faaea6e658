/** Sends files on their own, ahead of the requests that name them. */
import type { components } from "./api.ts";
import type { CallOptions } from "./api-call.ts";
import type { FileInput, Upload } from "./file.ts";
import type { Transport } from "./transport.ts";

/** What can be sent ahead. A stream is sent as it is read, and once: it is not sent again when the connection breaks. */
export type Bytes = Exclude<FileInput, URL | string | Upload> | ReadableStream<Uint8Array>;

export type UploadOptions = CallOptions & {
  /** Shown in lists; default: the name of a File. */
  filename?: string | undefined;
};

const PATH = "/api/extractor/v1/uploads";
/** Files sent at a time. */
const AT_ONCE = 4;

export async function sendAhead(api: Transport, bytes: Bytes, { filename, idempotencyKey, signal }: UploadOptions = {}): Promise<Upload> {
  const body = bytes instanceof ReadableStream || bytes instanceof Blob ? bytes : new Blob([bytes as ArrayBuffer]);
  const name = filename ?? (bytes instanceof File && bytes.name !== "" ? bytes.name : null);
  const asked: components["schemas"]["UploadRequest"] = { filename: name };
  if (body instanceof Blob) Object.assign(asked, { size_bytes: body.size, content_type: body.type === "" ? null : body.type });
  const { upload_id, url, headers, expires_at } = await api.post(PATH, { body: asked, idempotencyKey, signal });
  await api.putFile(url.slice(url.indexOf(PATH)), body, { headers, signal });
  return { uploadId: upload_id, expiresAt: expires_at };
}

/** Sends each, some at a time; the answers stand where the files stood. */
export async function sendAllAhead(api: Transport, files: readonly File[], options: CallOptions): Promise<Upload[]> {
  const sent: Upload[] = [];
  for (let from = 0; from < files.length; from += AT_ONCE)
    sent.push(...(await Promise.all(files.slice(from, from + AT_ONCE).map((file) => sendAhead(api, file, options)))));
  return sent;
}
