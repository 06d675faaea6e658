/** Files of the types without pages that are small and grow, never end, or are nested: what somebody would send to harm a reader. */
import { strToU8, type Zippable, zipSync } from "fflate";
import { makeMsg } from "#documents/testing/make-msg.ts";
import { makeEml, makeOpenDocument, makePptx, makeXlsx } from "#documents/testing/make-office.ts";
import { closed, envelopeAround, makeSigned } from "#documents/testing/make-signed.ts";

const REL = '<Relationships><Relationship Id="m" Type="x/officeDocument" Target="word/document.xml"/></Relationships>';
const word = (files: Zippable) =>
  Buffer.from(zipSync({ "[Content_Types].xml": strToU8("<x/>"), "_rels/.rels": strToU8(REL), ...files }, { level: 9 }));

/** A Word file whose text is `megabytes` of blanks. */
export function docxBomb(megabytes: number): Buffer {
  const blanks = Buffer.alloc(megabytes * 2 ** 20, 0x20);
  return word({ "word/document.xml": blanks });
}

/** The bomb, which says that it is of 100 bytes. */
export function lyingDocx(): Buffer {
  const bytes = docxBomb(40);
  const real = Buffer.alloc(4);
  real.writeUInt32LE(40 * 2 ** 20);
  for (let at = bytes.indexOf(real); at >= 0; at = bytes.indexOf(real, at + 1)) bytes.writeUInt32LE(100, at);
  return bytes;
}

export const manyParts = (count: number): Buffer =>
  word({
    "word/document.xml": strToU8("<x/>"),
    ...Object.fromEntries(Array.from({ length: count }, (_, i) => [`word/${i}.xml`, strToU8("<x/>")])),
  });

/** A sheet of so many cells, a thousand in a row. */
export function wideSheet(cells: number): Buffer {
  return makeXlsx([{ name: "A", rows: `<row>${"<c><v>1</v></c>".repeat(1000)}</row>`.repeat(cells / 1000) }]);
}

export const repeatingSheet = (): Buffer =>
  makeOpenDocument(
    "spreadsheet",
    `<table:table><table:table-row table:number-rows-repeated="1000000000"><table:table-cell table:number-columns-repeated="1000000000"><text:p>x</text:p></table:table-cell></table:table-row></table:table>`,
  );

export const manySlides = (count: number): Buffer =>
  makePptx(Array.from({ length: count }, (_, i) => [{ text: `Slide ${i}`, left: 1, top: 1 }]));

/** Ten entities, each of ten of the one before. */
export function laughing(): Buffer {
  const entities = Array.from({ length: 9 }, (_, i) => `<!ENTITY l${i + 1} "${`&l${i};`.repeat(10)}">`);
  return Buffer.from(`<?xml version="1.0"?><!DOCTYPE a [<!ENTITY l0 "lol">${entities.join("")}]><a><b>&l9;</b><c>seen</c></a>`);
}

export const fileEntity = (): Buffer =>
  Buffer.from('<?xml version="1.0"?><!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/hostname">]><a><b>&x;</b><c>seen</c></a>');

/** Mails in mails. */
export function nestedMails(depth: number): Buffer {
  let mail = makeEml(HEAD, "the innermost");
  for (let i = 0; i < depth; i++) mail = makeEml(HEAD, `depth ${depth - i}`, [{ name: `${i}.eml`, type: "message/rfc822", bytes: mail }]);
  return mail;
}

const HEAD = ["From: mia@example.com", "Message-ID: <1@example.com>", "Subject: Hi"];

export const manyAttachments = (count: number): Buffer =>
  makeEml(
    HEAD,
    "many",
    Array.from({ length: count }, (_, i) => ({ name: `${i}.txt`, type: "text/plain", bytes: Buffer.from(`text ${i}`) })),
  );

export const mailWith = (name: string, bytes: Buffer): Buffer =>
  makeEml(HEAD, "see the file", [{ name, type: "application/octet-stream", bytes }]);

/** Parts in parts. */
export function nestedParts(depth: number): Buffer {
  const parts = Array.from({ length: depth }, (_, i) => `Content-Type: multipart/mixed; boundary="${i}"\r\n\r\n--${i}\r\n`);
  return Buffer.from([...HEAD, "MIME-Version: 1.0", parts.join("")].join("\r\n"));
}

/** A message whose sectors follow each other in a circle. */
export function circlingMsg(): Buffer {
  const bytes = makeMsg({ from: "Mia", subject: "Hi", body: "x".repeat(20_000) });
  // The allocation table: each of its entries says which sector is next (MS-CFB, 2.3).
  const table = 512 * (1 + bytes.readUInt32LE(76));
  for (let at = table; at < table + 512; at += 4) if (bytes.readUInt32LE(at) < 0xfffffffa) bytes.writeUInt32LE((at - table) / 4, at);
  return bytes;
}

/** A TIFF of so many directories of nothing, or one whose only directory is followed by itself. */
export function tiffOf(directories: number, circle = false): Buffer {
  const bytes = Buffer.alloc(8 + directories * 6);
  bytes.write("II*\0", 0, "latin1");
  bytes.writeUInt32LE(8, 4);
  for (let i = 0; i < directories; i++) {
    const next = i + 1 < directories ? 8 + (i + 1) * 6 : circle ? 8 : 0;
    bytes.writeUInt32LE(next, 8 + i * 6 + 2);
  }
  return bytes;
}

/** An animation of so many pictures of one pixel, on a canvas of `side` pixels. */
export function animation(frames: number, side: number): Buffer {
  const head = Buffer.from("47494638396100000000800000000000ffffff", "hex");
  head.writeUInt16LE(side, 6);
  head.writeUInt16LE(side, 8);
  const frame = Buffer.from("2c00000000010001000002024c0100", "hex");
  return Buffer.concat([head, ...Array.from({ length: frames }, () => frame), Buffer.from(";")]);
}

/** A bitmap that says it is 2 billion pixels wide. */
export function vastBitmap(): Buffer {
  const bytes = Buffer.alloc(60);
  bytes.write("BM", 0, "latin1");
  for (const [at, value] of [
    [10, 54],
    [14, 40],
    [18, 2 ** 31 - 1],
    [22, 2 ** 31 - 1],
    [26, 1 + (24 << 16)],
  ] as const)
    bytes.writeUInt32LE(value, at);
  return bytes;
}

const SIGNED_TEXT = Buffer.from("Invoice number: 17\n".repeat(100));

/** Signed files in each other. */
export function nestedSigned(depth: number): Buffer {
  let file: Buffer = SIGNED_TEXT;
  for (let i = 0; i < depth; i++) file = makeSigned(file);
  return file;
}

const PIECE = closed(0x04, SIGNED_TEXT);

/** A signed file whose content is a piece in a piece in a piece: of stated lengths, or without. */
export function nestedPieces(depth: number, isStated: boolean): Buffer {
  if (!isStated) return envelopeAround(Buffer.concat([Buffer.from("2480".repeat(depth), "hex"), PIECE, Buffer.alloc(2 * depth)]));
  let content: Buffer = PIECE;
  for (let i = 0; i < depth; i++) content = closed(0x24, content);
  return envelopeAround(content);
}

/** A signed file whose content has so many pieces of one byte. */
export const tinyPieces = (count: number): Buffer => envelopeAround(closed(0x24, Buffer.from("040141".repeat(count), "hex")));

/** A signed file that says how long its content is with these bytes, in hexadecimal (X.690, 8.1.3). */
export function lyingSigned(length: string): Buffer {
  const whole = makeSigned(SIGNED_TEXT);
  const at = whole.indexOf(PIECE);
  return Buffer.concat([whole.subarray(0, at), Buffer.from(`04${length}`, "hex"), whole.subarray(at + PIECE.length - SIGNED_TEXT.length)]);
}

export const cutSigned = (isStated: boolean): Buffer =>
  makeSigned(SIGNED_TEXT, isStated ? {} : { pieces: 100 }).subarray(0, SIGNED_TEXT.length);

/** A signed file that never ends: 10 MB of elements that only begin. */
export const endlessSigned = (): Buffer =>
  Buffer.concat([makeSigned(SIGNED_TEXT, { pieces: 50 }).subarray(0, 60), Buffer.from("3080".repeat(5_000_000), "hex")]);

/** A file of another type behind the head of a signed one, which says that it is empty. */
export const signedPolyglot = (bytes: Buffer): Buffer => Buffer.concat([Buffer.from("300006092a864886f70d010702", "hex"), bytes]);

/** Mails in mails, each of them signed. */
export function signedMails(depth: number): Buffer {
  let mail = makeSigned(makeEml(HEAD, "the innermost"));
  for (let i = 0; i < depth; i++) mail = makeSigned(mailWith("smime.p7m", mail));
  return mail;
}
