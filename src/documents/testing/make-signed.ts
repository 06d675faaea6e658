/** Test support: files in an envelope of CMS (RFC 5652), written by hand so that the library that reads them has no part in it. */

/** `pieces`: of indefinite length (BER), the content in pieces of so many bytes. */
type Form = { pieces?: number; text?: "base64" | "pem" };

const SEQUENCE = 0x30;
const SET = 0x31;
const OCTETS = 0x04;
const OCTETS_IN_PIECES = 0x24;
const CONTENT = 0xa0;
const DATA = Buffer.from("06092a864886f70d010701", "hex");
const SIGNED_DATA = Buffer.from("06092a864886f70d010702", "hex");
const ENVELOPED_DATA = Buffer.from("06092a864886f70d010703", "hex");
const VERSION = Buffer.from("020101", "hex");
const LINE_CHARACTERS = 64;

/** The content signed by nobody: there is no signature in it, as none is checked. Null: a signature whose document is elsewhere. */
export function makeSigned(content: Buffer | null, { pieces, text }: Form = {}): Buffer {
  const put = pieces === undefined ? closed : open;
  return written(envelopeAround(content === null ? null : octets(content, pieces), put), text);
}

/** `content`: an element. */
export function envelopeAround(content: Buffer | null, put: typeof closed = closed): Buffer {
  const described = content === null ? put(SEQUENCE, DATA) : put(SEQUENCE, DATA, put(CONTENT, content));
  return put(SEQUENCE, SIGNED_DATA, put(CONTENT, put(SEQUENCE, VERSION, closed(SET), described, closed(SET))));
}

export const makeEncrypted = (): Buffer =>
  closed(SEQUENCE, ENVELOPED_DATA, closed(CONTENT, closed(SEQUENCE, VERSION, closed(SET), closed(SEQUENCE, DATA, Buffer.alloc(200)))));

/** An element of a stated length. */
export function closed(tag: number, ...content: readonly Buffer[]): Buffer {
  const length = content.reduce((sum, { length: each }) => sum + each, 0);
  return Buffer.concat([Buffer.from([tag]), lengthOf(length), ...content]);
}

/** An element that ends with a mark. */
export const open = (tag: number, ...content: readonly Buffer[]): Buffer =>
  Buffer.concat([Buffer.from([tag, 0x80]), ...content, Buffer.from([0, 0])]);

function lengthOf(length: number): Buffer {
  if (length < 0x80) return Buffer.from([length]);
  const bytes = Buffer.from(length.toString(16).padStart(8, "0"), "hex");
  return Buffer.concat([Buffer.from([0x84]), bytes]);
}

function octets(content: Buffer, pieces: number | undefined): Buffer {
  if (pieces === undefined) return closed(OCTETS, content);
  const count = Math.ceil(content.length / pieces);
  return open(OCTETS_IN_PIECES, ...Array.from({ length: count }, (_, i) => closed(OCTETS, content.subarray(i * pieces, (i + 1) * pieces))));
}

function written(envelope: Buffer, text: Form["text"]): Buffer {
  if (text === undefined) return envelope;
  const base64 = envelope.toString("base64");
  const lines = Array.from({ length: Math.ceil(base64.length / LINE_CHARACTERS) }, (_, i) =>
    base64.slice(i * LINE_CHARACTERS, (i + 1) * LINE_CHARACTERS),
  ).join("\r\n");
  return Buffer.from(text === "pem" ? `-----BEGIN CMS-----\r\n${lines}\r\n-----END CMS-----\r\n` : `${lines}\r\n`);
}
