/** Detects a file's type from its bytes alone; names and declared types are ignored. */
import { FILE_TYPES, MIME_TYPES, type MimeType } from "#contract/file-types.ts";
import { isHeic, isoBrandOf } from "./kinds/iso.ts";
import { officeTypeOf } from "./kinds/office.ts";
import { envelopeOf } from "./kinds/signed.ts";
import { textTypeOf } from "./kinds/text.ts";

/** A PDF's header may follow other bytes, but must begin within this many (ISO 32000-2, annex of implementation notes). */
const PDF_HEADER_WITHIN_BYTES = 1024;

/** Bytes at the start of a file, in hexadecimal. */
const SIGNATURES: readonly (readonly [string, MimeType])[] = [
  ["89504e470d0a1a0a", "image/png"],
  ["ffd8ff", "image/jpeg"],
  ["49492a00", "image/tiff"],
  ["4d4d002a", "image/tiff"],
  // TIFF of more than 4 GB, which smaller files may be too.
  ["49492b00", "image/tiff"],
  ["4d4d002b", "image/tiff"],
  ["474946383761", "image/gif"],
  ["474946383961", "image/gif"],
];
const ZIP_SIGNATURE = Buffer.from("PK\x03\x04", "latin1");
/** Of a compound file (MS-CFB, 2.2): Outlook's messages, and Office files from before 2007, which are not read. */
const COMPOUND_SIGNATURE = Buffer.from("d0cf11e0a1b11ae1", "hex");
/** The stream that every message has (MS-OXMSG, 2.4). */
const MESSAGE_STREAM = Buffer.from("__properties_version1.0", "utf16le");
/** Lengths of the header behind the 14 bytes of a bitmap's file header (BITMAPCOREHEADER to BITMAPV5HEADER). */
const BITMAP_HEADERS = new Set([12, 40, 52, 56, 64, 108, 124]);

/** The type of `bytes`, or null when it is not one that is read. A polyglot has one type: an image at byte 0 wins over a PDF further in. */
export function sniff(bytes: Uint8Array): MimeType | null {
  const all = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const envelope = envelopeOf(all);
  if (envelope !== null) return envelope === "detached" ? null : SIGNED;
  return unsignedTypeOf(all);
}

/** An encrypted file is one of these, too: it is known by its kind, and refused when it is opened. */
const SIGNED = "application/pkcs7-mime";

function unsignedTypeOf(all: Buffer): MimeType | null {
  if (all.subarray(0, COMPOUND_SIGNATURE.length).equals(COMPOUND_SIGNATURE))
    return all.includes(MESSAGE_STREAM) ? "application/vnd.ms-outlook" : null;
  const picture = pictureTypeOf(all);
  if (picture) return picture;
  if (pdfHeaderOffset(all) !== null) return "application/pdf";
  if (isoBrandOf(all) !== null || all.length === 0) return null;
  return all.subarray(0, ZIP_SIGNATURE.length).equals(ZIP_SIGNATURE) ? officeTypeOf(all) : textTypeOf(all);
}

/**
 * The type among those that are accepted, or null. Text of another kind, such as Markdown, counts as plain text where only that is
 * accepted, but a web page does not. Where signed files are not accepted, one with a PDF near its beginning counts as that PDF.
 */
export function sniffAmong(bytes: Uint8Array, accepts: readonly MimeType[]): { type: MimeType | null; seen: MimeType | null } {
  const sniffed = sniff(bytes);
  const isPdfToo = sniffed === SIGNED && !accepts.includes(SIGNED) && pdfHeaderOffset(bytes) !== null;
  const seen = isPdfToo ? "application/pdf" : sniffed;
  if (seen === null || accepts.includes(seen)) return { type: seen, seen };
  const isTextual = TEXTUAL.has(seen) && accepts.includes("text/plain");
  return { type: isTextual ? "text/plain" : null, seen };
}

const TEXTUAL: ReadonlySet<MimeType> = new Set<MimeType>([
  "text/csv",
  "text/tab-separated-values",
  "text/markdown",
  "application/xml",
  "message/rfc822",
]);

/** Offset of `%PDF`, or null when it is not within the first 1024 bytes. */
export function pdfHeaderOffset(bytes: Uint8Array): number | null {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, PDF_HEADER_WITHIN_BYTES + 4));
  const offset = head.indexOf("%PDF", 0, "latin1");
  return offset < 0 ? null : offset;
}

/** What to tell the sender of a file that is not read, where more can be said than the list of types. */
export function whyUnsupported(bytes: Uint8Array): { message?: string; detail?: string } {
  const why = unread(bytes);
  return why === null ? {} : { message: why, detail: why };
}

function unread(bytes: Uint8Array): string | null {
  const all = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const brand = isoBrandOf(all);
  if (brand === "avif" || brand === "avis") return "The file is an AVIF picture, which is not read. Convert it to JPEG or PNG.";
  if (all.subarray(0, COMPOUND_SIGNATURE.length).equals(COMPOUND_SIGNATURE))
    return "The file is of an Office before 2007 (DOC, XLS, PPT), or an Office file with a password. Save it as DOCX, XLSX or PPTX without one, or as PDF.";
  if (all.toString("latin1", 0, SVG_WITHIN_BYTES).includes("<svg"))
    return "The file is an SVG drawing, which is not read. Convert it to PDF or PNG.";
  if (envelopeOf(all) === "detached")
    return "The file is a signature, or certificates, without a document. Send the document itself, or sign it so that the signed file has it inside.";
  if (all.toString("latin1", 0, 5) === "{\\rtf") return "The file is RTF, which is not read. Save it as DOCX or PDF.";
  return null;
}

const SVG_WITHIN_BYTES = 4096;

function pictureTypeOf(bytes: Buffer): MimeType | null {
  const start = bytes.toString("hex", 0, 8);
  const signed = SIGNATURES.find(([signature]) => start.startsWith(signature));
  if (signed) return signed[1];
  if (bytes.toString("latin1", 0, 4) === "RIFF" && bytes.toString("latin1", 8, 12) === "WEBP") return "image/webp";
  if (isHeic(bytes)) return "image/heic";
  const isBitmap = bytes.length >= 26 && bytes.toString("latin1", 0, 2) === "BM" && BITMAP_HEADERS.has(bytes.readUInt32LE(14));
  return isBitmap ? "image/bmp" : null;
}

/** True for types whose pages are pictures or print. */
export function hasOwnPages(type: string | null): boolean {
  const kind = MIME_TYPES.includes(type as MimeType) ? FILE_TYPES[type as MimeType].kind : null;
  return kind === "pdf" || kind === "picture";
}
