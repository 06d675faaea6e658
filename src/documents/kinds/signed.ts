/** Tells files in an envelope of the Cryptographic Message Syntax (CMS, RFC 5652) by how they begin; nothing is unpacked. */

/** `signed`: with the document inside. `detached`: a signature or certificates without a document. */
export type Envelope = "signed" | "detached" | "encrypted";

/** Tags of ASN.1 (X.690, 8.1.2) that an envelope begins with. */
const SEQUENCE = 0x30;
const SET = 0x31;
const INTEGER = 0x02;
const IDENTIFIER = 0x06;
const CONTENT = 0xa0;
const INDEFINITE = 0x80;
/** Lengths have at most so many bytes; files of 10 MB need three. */
const LENGTH_BYTES_MAX = 8;

/** Identifiers of what an envelope holds, with tag and length (RFC 5652, 14; RFC 5083). */
const IDENTIFIERS: readonly (readonly [string, "signed" | "encrypted"])[] = [
  ["06092a864886f70d010702", "signed"],
  ["06092a864886f70d010703", "encrypted"],
  ["06092a864886f70d010704", "encrypted"],
  ["06092a864886f70d010706", "encrypted"],
  ["060b2a864886f70d0109100117", "encrypted"],
];
const IDENTIFIER_BYTES_MAX = 13;

/** Characters that are decoded to see what base64 is. */
const HEAD_CHARACTERS = 1024;
const ARMOUR_START = /^-----BEGIN [A-Z0-9 #]{1,40}-----/;
const ARMOUR = /-----(?:BEGIN|END) [A-Z0-9 #]{1,40}-----/g;
const BASE64 = /^[A-Za-z0-9+/=\s]+$/;
/** How the base64 of a sequence begins. */
const BASE64_START = "M";

/** Null for other files. */
export function envelopeOf(bytes: Buffer): Envelope | null {
  return bytes[0] === SEQUENCE ? envelopeAt(bytes) : envelopeAt(decodedHead(bytes));
}

/** The envelope itself of one that is written as base64, with or without lines that say so (PEM, RFC 7468). */
export function withoutBase64(bytes: Buffer): Buffer {
  if (bytes[0] === SEQUENCE) return bytes;
  return Buffer.from(bytes.toString("latin1").replace(BYTE_ORDER_MARK, "").replace(ARMOUR, ""), "base64");
}
const BYTE_ORDER_MARK = "\xef\xbb\xbf";

/** Empty for files that are no base64. */
function decodedHead(bytes: Buffer): Buffer {
  const head = bytes.toString("latin1", 0, HEAD_CHARACTERS).replace(BYTE_ORDER_MARK, "").trimStart().replace(ARMOUR_START, "");
  const [base64 = ""] = head.trimStart().split("-", 1);
  return base64.startsWith(BASE64_START) && BASE64.test(base64) ? Buffer.from(base64, "base64") : Buffer.alloc(0);
}

function envelopeAt(bytes: Buffer): Envelope | null {
  const inside = insideOf(bytes);
  if (inside === null) return null;
  return inside.holds === "signed" && isDetached(bytes) ? "detached" : inside.holds;
}

/** What the envelope holds, and the offset behind the identifier that says so. */
function insideOf(bytes: Buffer): { holds: "signed" | "encrypted"; at: number } | null {
  const outermost = elementAt(bytes, 0, SEQUENCE);
  if (outermost === null) return null;
  const start = bytes.toString("hex", outermost.from, outermost.from + IDENTIFIER_BYTES_MAX);
  const known = IDENTIFIERS.find(([identifier]) => start.startsWith(identifier));
  return known ? { holds: known[1], at: outermost.from + known[0].length / 2 } : null;
}

/** Offset of the first element in the signed data (its version) of an envelope without base64; undefined where there is none. */
export function signedDataAt(bytes: Buffer): number | undefined {
  return elementAt(bytes, elementAt(bytes, insideOf(bytes)?.at, CONTENT)?.from, SEQUENCE)?.from;
}

/** True where the description of the content has its type and nothing else (RFC 5652, 5.2). */
function isDetached(bytes: Buffer): boolean {
  const version = elementAt(bytes, signedDataAt(bytes), INTEGER);
  const digests = elementAt(bytes, version?.to, SET);
  const described = elementAt(bytes, digests?.to, SEQUENCE);
  const type = elementAt(bytes, described?.from, IDENTIFIER);
  if (!described || type?.to === undefined) return false;
  return described.to === undefined ? bytes[type.to] === 0 && bytes[type.to + 1] === 0 : described.to === type.to;
}

/** Offsets of an element's content; `to` is absent where it ends with a mark. */
type Element = { from: number; to?: number };

/** Null for an element with another tag. */
function elementAt(bytes: Buffer, at: number | undefined, tag: number): Element | null {
  if (at === undefined || at + 2 > bytes.length || bytes[at] !== tag) return null;
  const first = bytes.readUInt8(at + 1);
  if (first === INDEFINITE) return { from: at + 2 };
  if (first < INDEFINITE) return { from: at + 2, to: at + 2 + first };
  const lengthBytes = first - INDEFINITE;
  const from = at + 2 + lengthBytes;
  if (lengthBytes > LENGTH_BYTES_MAX || from > bytes.length) return null;
  return { from, to: from + Number(`0x${bytes.toString("hex", at + 2, from)}`) };
}
