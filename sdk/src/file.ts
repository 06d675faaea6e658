/** Files as they are sent in a request. */

/** A file that was sent ahead: it may stand wherever a file may, any number of times until it expires. */
export type Upload = { uploadId: string; expiresAt: string };

/** Bytes, a URL that the service fetches, or a file that was sent ahead. In Node, `await openAsBlob("invoice.pdf")` of `node:fs` turns a path into a Blob. */
export type FileInput = Blob | ArrayBuffer | Uint8Array | URL | string | Upload;

/** `named`: as the API names a document that is not in the request. */
export type Carried = { named: { url: string } | { upload_id: string } } | { blob: Blob; filename: string | null };

/** Throws TypeError for a text that is not a URL. */
export function carried(file: FileInput): Carried {
  if (file instanceof URL) return { named: { url: file.href } };
  if (typeof file === "string") {
    if (/^https?:\/\//i.test(file)) return { named: { url: file } };
    throw new TypeError("Give a document as bytes, a Blob or a URL; a path as `await openAsBlob(path)` of node:fs.");
  }
  if ("uploadId" in file) return { named: { upload_id: file.uploadId } };
  if (!(file instanceof Blob)) return { blob: new Blob([file as ArrayBuffer]), filename: null };
  return { blob: file, filename: file instanceof File && file.name !== "" ? file.name : null };
}

/** `name`: by which the request may refer to it. */
export type Part = { name: string; blob: Blob; filename: string | null | undefined };

/** The request with its files as parts, which are sent as they are: a Blob of a file on the disk is not read into memory. */
export function formOf(request: object, parts: readonly Part[]): FormData {
  const form = new FormData();
  form.append("request", new Blob([JSON.stringify(request)], { type: "application/json" }));
  // With a name, also an empty one, a part is a file.
  for (const { name, blob, filename } of parts) form.append(name, blob, filename ?? "");
  return form;
}
