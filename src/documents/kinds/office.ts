/** Tells Office and OpenDocument files apart by the names of their parts. */
import type { MimeType } from "#contract/file-types.ts";
import { zipNames } from "./zip-names.ts";

const OOXML = {
  "word/": "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
  "xl/": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  "ppt/": "application/vnd.openxmlformats-officedocument.presentationml.presentation",
} as const satisfies Record<string, MimeType>;
const CONTENT_TYPES = "[Content_Types].xml";

const OPEN_DOCUMENT: readonly MimeType[] = ["application/vnd.oasis.opendocument.text", "application/vnd.oasis.opendocument.spreadsheet"];
/** The first file of an OpenDocument archive is `mimetype`, stored without compression, its content at this offset (ODF 1.3, part 2, 3.3). */
const TYPE_AT = 38;
const TYPE_BYTES_MAX = 80;

/** The type of an archive; null when it is none that is read. */
export function officeTypeOf(zip: Buffer): MimeType | null {
  const stated = zip.toString("latin1", TYPE_AT, TYPE_AT + TYPE_BYTES_MAX);
  const open = OPEN_DOCUMENT.find((type) => stated.startsWith(type) && !stated.startsWith(`${type}-`));
  if (open) return open;
  const names = zipNames(zip);
  if (names.size === 0) return ofDamaged(zip);
  if (!names.has(CONTENT_TYPES)) return null;
  const folder = Object.keys(OOXML).find((start) => [...names].some((name) => name.startsWith(start))) as keyof typeof OOXML | undefined;
  return folder ? OOXML[folder] : null;
}

/** Names of parts also stand before their content. */
function ofDamaged(zip: Buffer): MimeType | null {
  if (!zip.includes(CONTENT_TYPES, 0, "latin1")) return null;
  return Object.entries(OOXML).find(([folder]) => zip.includes(folder, 0, "latin1"))?.[1] ?? null;
}

/** True when the archive has a part with macros. */
export function hasMacros(names: Iterable<string>): boolean {
  return [...names].some((name) => MACRO_PART.test(name));
}

/** VBA projects and Excel 4 macro sheets of Office (MS-OFFMACRO2), Basic and scripts of OpenDocument. */
const MACRO_PART = /(?:^|\/)(?:vbaProject\.bin|macrosheets\/|Basic\/|Scripts\/)/;
