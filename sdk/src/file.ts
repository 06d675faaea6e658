/** Files as they are sent in a request. */

/** Bytes, or a URL that the service fetches. In Node, `await openAsBlob("invoice.pdf")` of `node:fs` turns a path into a Blob. */
export type FileInput = Blob | ArrayBuffer | Uint8Array | URL | string;

export type Carried = { url: string } | { blob: Blob; filename: string | null };

/** Throws TypeError for a text that is not a URL. */
export function carried(file: FileInput): Carried {
  if (file instanceof URL) return { url: file.href };
  if (typeof file === "string") {
    if (/^https?:\/\//i.test(file)) return { url: file };
    throw new TypeError("Give a document as bytes, a Blob or a URL; a path as `await openAsBlob(path)` of node:fs.");
  }
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
