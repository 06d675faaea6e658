/** Tells a file's type by its bytes alone; names and declared types are never asked. */
import type { MimeType } from "./document.ts";

/** A PDF's header may stand behind other bytes, but within this many (ISO 32000-2, annex of implementation notes). */
const PDF_HEADER_WITHIN_BYTES = 1024;
const PNG_SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const JPEG_START = Buffer.from([0xff, 0xd8, 0xff]);

/**
 * The type of `bytes`, or null when it is none that we read. Looks at the first kilobyte only.
 * One answer for a polyglot: an image signature at byte 0 wins over a PDF header further in.
 */
export function sniff(bytes: Uint8Array): MimeType | null {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, PDF_HEADER_WITHIN_BYTES + 4));
  if (head.subarray(0, PNG_SIGNATURE.length).equals(PNG_SIGNATURE)) return "image/png";
  if (head.subarray(0, JPEG_START.length).equals(JPEG_START)) return "image/jpeg";
  return pdfHeaderOffset(bytes) === null ? null : "application/pdf";
}

/** Where `%PDF` stands, or null when it is not within the first 1024 bytes. */
export function pdfHeaderOffset(bytes: Uint8Array): number | null {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, PDF_HEADER_WITHIN_BYTES + 4));
  const offset = head.indexOf("%PDF", 0, "latin1");
  return offset < 0 ? null : offset;
}
