/** Files as they are sent in a request. */

/** Bytes, or a URL that the service fetches. In Node, `await openAsBlob("invoice.pdf")` of `node:fs` turns a path into a Blob. */
export type FileInput = Blob | ArrayBuffer | Uint8Array | URL | string;

export type Carried = { url: string } | { content: string; filename: string | null };

/** Bytes per call of `String.fromCharCode`; a multiple of 3, so that the base64 parts can be joined. */
const PART_BYTES = 24_576;

/** Throws TypeError for a text that is not a URL. */
export async function carried(file: FileInput): Promise<Carried> {
  if (file instanceof URL) return { url: file.href };
  if (typeof file === "string") {
    if (/^https?:\/\//i.test(file)) return { url: file };
    throw new TypeError("Give a document as bytes, a Blob or a URL; a path as `await openAsBlob(path)` of node:fs.");
  }
  const bytes = file instanceof Uint8Array ? file : new Uint8Array(file instanceof Blob ? await file.arrayBuffer() : file);
  return { content: base64(bytes), filename: file instanceof File && file.name !== "" ? file.name : null };
}

function base64(bytes: Uint8Array): string {
  let text = "";
  for (let at = 0; at < bytes.length; at += PART_BYTES) text += btoa(String.fromCharCode(...bytes.subarray(at, at + PART_BYTES)));
  return text;
}
