/** Files that stand in the XML of an e-invoice as base64 (BG-24; `Allegati` of FatturaPA). */
import type { XmlElement } from "./xml-tree.ts";

/** A file inside of another; `bytes` is null when it cannot be unpacked. */
export type Attached = { name: string; bytes: Buffer | null };

const BINARY: ReadonlySet<string> = new Set(["AttachmentBinaryObject", "EmbeddedDocumentBinaryObject", "Attachment", "BinaryObject"]);
const BASE64_CHARACTERS_MIN = 24;
const BASE64 = /^[A-Za-z0-9+/=\s]+$/;

/** Null for elements that hold no file. */
export function attachmentBytes({ name, text }: XmlElement): Buffer | null {
  return BINARY.has(name) && text.length >= BASE64_CHARACTERS_MIN && BASE64.test(text) ? Buffer.from(text, "base64") : null;
}

/** In the order of the XML. */
export function attachmentsIn(element: XmlElement, into: Attached[] = []): Attached[] {
  for (const inner of element.elements) {
    const bytes = attachmentBytes(inner);
    if (bytes) into.push({ name: nameOf(inner, element) ?? `attachment-${into.length + 1}`, bytes });
    attachmentsIn(inner, into);
  }
  return into;
}

/** FatturaPA has the name in an element beside it. */
function nameOf({ attributes }: XmlElement, parent: XmlElement): string | null {
  const attribute = attributes.find(([name]) => name.toLowerCase() === "filename")?.[1];
  return fileName(attribute ?? parent.elements.find(({ name }) => name === "NomeAttachment")?.text ?? "");
}

const NAME_CHARACTERS_MAX = 100;

/** Without folders, which a sender may have left in. */
function fileName(written: string): string | null {
  const name = (written.split(/[\\/]/).at(-1) ?? "").trim().slice(-NAME_CHARACTERS_MAX);
  return name === "" ? null : name;
}
