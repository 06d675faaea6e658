/** XML files inside of a PDF. Loaded only for files that have attachments. */
import {
  decodePDFRawStream,
  PDFArray,
  PDFDict,
  PDFDocument,
  PDFHexString,
  PDFName,
  type PDFObject,
  PDFRawStream,
  PDFString,
} from "@cantoo/pdf-lib";
import type { Attached } from "#documents/einvoices/attachments.ts";

/** Bytes of one file that are unpacked at most. */
const FILE_BYTES_MAX = 10_000_000;
/** Files that are looked at. */
const FILES_MAX = 50;
/** A file specification may stand inside of other objects; no sound file has it deeper. */
const DEPTH_MAX = 8;
const XML_NAME = /\.xml$/i;

/** Empty for a PDF without such files, or one that cannot be opened. A file that occurs twice is returned once. */
export async function attachedXml(pdf: Buffer, password: string | null): Promise<Attached[]> {
  try {
    const document = await PDFDocument.load(pdf, { ...(password === null ? {} : { password }), updateMetadata: false });
    const specifications = new Set<PDFDict>();
    for (const [, object] of document.context.enumerateIndirectObjects()) collect(object, 0, specifications);
    return distinct([...specifications].flatMap(fileOf).slice(0, FILES_MAX).map(unpacked));
  } catch {
    return [];
  }
}

function collect(object: PDFObject, depth: number, found: Set<PDFDict>): void {
  if (depth > DEPTH_MAX) return;
  if (object instanceof PDFArray) for (const inner of object.asArray()) collect(inner, depth + 1, found);
  if (!(object instanceof PDFDict)) return;
  if (object.has(PDFName.of("EF"))) found.add(object);
  else for (const inner of object.values()) collect(inner, depth + 1, found);
}

type Packed = { name: string; stream: PDFRawStream };

function fileOf(specification: PDFDict): Packed[] {
  const files = specification.lookup(PDFName.of("EF"));
  const named = specification.lookup(PDFName.of("UF")) ?? specification.lookup(PDFName.of("F"));
  const name = named instanceof PDFString || named instanceof PDFHexString ? named.decodeText() : "";
  if (!(files instanceof PDFDict) || !XML_NAME.test(name)) return [];
  const stream = files.lookup(PDFName.of("F")) ?? files.lookup(PDFName.of("UF"));
  return stream instanceof PDFRawStream ? [{ name: name.slice(-NAME_CHARACTERS_MAX), stream }] : [];
}
const NAME_CHARACTERS_MAX = 100;

function unpacked({ name, stream }: Packed): Attached {
  try {
    const bytes = decodePDFRawStream(stream).getBytes(FILE_BYTES_MAX);
    return { name, bytes: bytes.length < FILE_BYTES_MAX ? Buffer.from(bytes) : null };
  } catch {
    return { name, bytes: null };
  }
}

function distinct(files: readonly Attached[]): Attached[] {
  const isSame = (a: Attached, b: Attached) => a.bytes !== null && b.bytes !== null && Buffer.compare(a.bytes, b.bytes) === 0;
  return files.filter((file, i) => !files.slice(0, i).some((earlier) => isSame(earlier, file)));
}
