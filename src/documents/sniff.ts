/** Detects a file's type from its bytes alone; names and declared types are ignored. */
import type { FlowType, MIME_TYPES, MimeType } from "./document.ts";

/** A PDF's header may follow other bytes, but must begin within this many (ISO 32000-2, annex of implementation notes). */
const PDF_HEADER_WITHIN_BYTES = 1024;
const PNG_SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const JPEG_START = Buffer.from([0xff, 0xd8, 0xff]);

/**
 * The type of `bytes`, or null when it is not one that is read. Looks at the first kilobyte only. A polyglot has one type: an image
 * signature at byte 0 wins over a PDF header further in.
 */
export function sniff(bytes: Uint8Array): (typeof MIME_TYPES)[number] | null {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, PDF_HEADER_WITHIN_BYTES + 4));
  if (head.subarray(0, PNG_SIGNATURE.length).equals(PNG_SIGNATURE)) return "image/png";
  if (head.subarray(0, JPEG_START.length).equals(JPEG_START)) return "image/jpeg";
  return pdfHeaderOffset(bytes) === null ? null : "application/pdf";
}

/** Offset of `%PDF`, or null when it is not within the first 1024 bytes. */
export function pdfHeaderOffset(bytes: Uint8Array): number | null {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, PDF_HEADER_WITHIN_BYTES + 4));
  const offset = head.indexOf("%PDF", 0, "latin1");
  return offset < 0 ? null : offset;
}

const ZIP_SIGNATURE = Buffer.from("PK\x03\x04", "latin1");
/** Part names that every Word document has; they are uncompressed in the archive. */
const WORD_PARTS = ["[Content_Types].xml", "word/"];
const HTML_START = /^<(?:!doctype\s{1,9}html|html|head|body)\b/i;
const HTML_WITHIN_CHARACTERS = 4096;
/** RTF begins with letters but is not plain text. */
const RICH_TEXT = "{\\rtf";
/** Control characters that text has none of; tab, line and page breaks are text. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const CONTROL = /[\x01-\x08\x0e-\x1a\x1c-\x1f]/g;
/** Share of characters that may be control characters: copied text brings some along. */
const CONTROL_SHARE_MAX = 0.01;
const TEXT_SAMPLE_BYTES = 64 * 1024;

/**
 * Like `sniff`, with the files of flowing text that recruiting takes. Plain text is what matches no other format and has hardly any control
 * characters.
 */
export function sniffAny(bytes: Uint8Array): MimeType | null {
  return sniff(bytes) ?? sniffFlow(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
}

const XML_START = /^<(?:\?xml\s|!--|[A-Za-z_])/;

/** Whether a file that is nothing else may be XML. */
export function sniffsLikeXml(bytes: Uint8Array): boolean {
  return XML_START.test(sampleText(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)).trimStart());
}

function sniffFlow(bytes: Buffer): FlowType | null {
  if (bytes.subarray(0, 4).equals(ZIP_SIGNATURE)) {
    const isWord = WORD_PARTS.every((name) => bytes.includes(name, 0, "latin1"));
    return isWord ? "application/vnd.openxmlformats-officedocument.wordprocessingml.document" : null;
  }
  const start = sampleText(bytes);
  if (start.startsWith(RICH_TEXT) || !isText(start)) return null;
  return HTML_START.test(afterProlog(start.slice(0, HTML_WITHIN_CHARACTERS))) ? "text/html" : "text/plain";
}

/** Without an XML declaration and comments, which may precede a page's first element (HTML Living Standard, 13.1). */
function afterProlog(text: string): string {
  let rest = text.trimStart();
  if (rest.startsWith("<?xml")) rest = behind(rest, ">");
  while (rest.startsWith("<!--")) rest = behind(rest, "-->");
  return rest;
}

/** The text after the first `end`; empty when there is none. */
function behind(text: string, end: string): string {
  const at = text.indexOf(end);
  return at < 0 ? "" : text.slice(at + end.length).trimStart();
}

function isText(text: string): boolean {
  return !text.includes("\0") && (text.match(CONTROL)?.length ?? 0) <= text.length * CONTROL_SHARE_MAX;
}

function sampleText(bytes: Buffer): string {
  const sample = bytes.subarray(0, TEXT_SAMPLE_BYTES);
  if (sample[0] === 0xff && sample[1] === 0xfe) return sample.subarray(2, sample.length & ~1).toString("utf16le");
  if (sample[0] === 0xfe && sample[1] === 0xff)
    return Buffer.from(sample.subarray(2, sample.length & ~1))
      .swap16()
      .toString("utf16le");
  return sample.toString("latin1").replace(/^\xef\xbb\xbf/, "");
}
