/** The names of the files in a ZIP archive, from its directory at the end; nothing is inflated. */

/** Signatures and fixed lengths of the end record and of a directory entry (APPNOTE.TXT, 4.3.16 and 4.3.12). */
const END = Buffer.from("PK\x05\x06", "latin1");
const ENTRY = 0x02014b50;
const END_BYTES = 22;
const ENTRY_BYTES = 46;
/** A comment of at most 65,535 bytes may follow the end record. */
const END_WITHIN_BYTES = END_BYTES + 65_535;
const NAMES_MAX = 10_000;

/** Empty for an archive whose directory is damaged. */
export function zipNames(bytes: Buffer): Set<string> {
  const names = new Set<string>();
  const from = Math.max(0, bytes.length - END_WITHIN_BYTES);
  const end = bytes.subarray(from).lastIndexOf(END);
  if (end < 0 || from + end + END_BYTES > bytes.length) return names;
  let at = bytes.readUInt32LE(from + end + 16);
  while (names.size < NAMES_MAX && at + ENTRY_BYTES <= bytes.length && bytes.readUInt32LE(at) === ENTRY) {
    const [name, extra, comment] = [bytes.readUInt16LE(at + 28), bytes.readUInt16LE(at + 30), bytes.readUInt16LE(at + 32)];
    names.add(bytes.toString("utf8", at + ENTRY_BYTES, at + ENTRY_BYTES + name));
    at += ENTRY_BYTES + name + extra + comment;
  }
  return names;
}
