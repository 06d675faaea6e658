/** The text of an XML file in the encoding that it names. */

/** A declaration is at the very start; the encoding follows the version (XML 1.0, 4.3.3). */
const DECLARED = /^<\?xml[^>]{0,100}?encoding\s?=\s?["']([\w.-]{1,40})["']/;
const DECLARATION_BYTES_MAX = 200;

/** By the byte order mark, else as declared, else UTF-8; letters that are none in that encoding become U+FFFD. */
export function decodeXml(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder("utf-16be").decode(bytes);
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, DECLARATION_BYTES_MAX)).toString("latin1");
  const declared = DECLARED.exec(start)?.[1] ?? "utf-8";
  // UTF-16 without a mark could not have been read so far: the declaration is wrong.
  const encoding = declared.toLowerCase().startsWith("utf-16") ? "utf-8" : declared;
  try {
    return new TextDecoder(encoding).decode(bytes);
  } catch {
    return new TextDecoder("utf-8").decode(bytes);
  }
}
