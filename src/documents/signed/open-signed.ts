/** Opens the envelope of a signed file (CAdES, CMS: RFC 5652), by asn1js. Signatures are not checked: no certificate is trusted here. */
import { Constructed, fromBER, OctetString, Sequence } from "asn1js";
import { FILE_TYPE_NAMES, type MimeType } from "#contract/file-types.ts";
import { LIMITS } from "#contract/limits.ts";
import { TaskFailure } from "#contract/task-errors.ts";
import type { ReadingWarning } from "#documents/document.ts";
import { envelopeOf, signedDataAt, withoutBase64 } from "#documents/kinds/signed.ts";
import { isMailBody } from "#documents/kinds/text.ts";
import { sniff, whyUnsupported } from "#documents/sniff.ts";
import { tooDeep } from "#documents/too-deep.ts";

/** Envelopes in envelopes: as many as mails in mails. */
const ENVELOPES_MAX = 3;
/** A content in pieces has a depth of 3. */
const DEPTH_MAX = 16;
/** A file of 10 MB in the usual pieces of 1,000 bytes has 10,500. */
const ELEMENTS_MAX = 50_000;

/** `type`: of the bytes. `warnings`: what is to be said of a signed file. */
export type Opened = { type: MimeType; bytes: Buffer; warnings: ReadingWarning[] };

/** Opens envelopes in envelopes, too. Throws TaskFailure `corrupt_document`, `encrypted_document`, `unsupported_type`, `deadline_exceeded`. */
export function openSigned(bytes: Buffer): Opened {
  let content = bytes;
  for (let opened = 0; envelopeOf(content) !== null; opened++) {
    if (opened === ENVELOPES_MAX) throw tooDeep("cms: envelopes in envelopes");
    content = contentOf(content);
  }
  const seen = sniff(content);
  const type = isText(seen) && isMailBody(content) ? "message/rfc822" : seen;
  if (type === null) throw new TaskFailure("unsupported_type", { message: UNREAD_CONTENT, ...whyUnsupported(content) });
  return { type, bytes: content, warnings: [NOT_CHECKED] };
}

const UNREAD_CONTENT = `The file that was signed is not a ${FILE_TYPE_NAMES}. Its content counts, not its name. Convert it to one of these.`;
const NOT_CHECKED: ReadingWarning = {
  code: "signature_not_checked",
  message: "The file is signed. The signature was not checked: neither who signed it, nor whether it was changed afterwards.",
};
const ENCRYPTED = "The file is encrypted for those who receive it (CMS, S/MIME). Decrypt it, and send the file that was inside.";

const isText = (type: MimeType | null): boolean => type !== null && (type.startsWith("text/") || type === "message/rfc822");

/** What an envelope holds. */
function contentOf(envelope: Buffer): Buffer {
  const kind = envelopeOf(envelope);
  if (kind === "encrypted") throw new TaskFailure("encrypted_document", { message: ENCRYPTED });
  if (kind === "detached") throw new TaskFailure("unsupported_type", whyUnsupported(envelope));
  const pieces: Uint8Array[] = [];
  addPieces(signedContent(withoutBase64(envelope)), pieces);
  return Buffer.concat(pieces);
}

/**
 * The content of SignedData (RFC 5652, 5.1), which follows its version and its digests. What comes behind it, certificates and signatures, is
 * not looked at, so that nothing in those keeps the document from being read.
 */
function signedContent(envelope: Buffer): unknown {
  let at = signedDataAt(envelope);
  if (at === undefined) throw corrupt("no signed data");
  for (let before = 0; before < 2; before++) at += readElement(envelope, at).length;
  const [, content] = inside(readElement(envelope, at).element);
  return inside(content)[0];
}

function readElement(bytes: Buffer, at: number): { element: unknown; length: number } {
  const limits = { maxDepth: DEPTH_MAX, maxNodes: ELEMENTS_MAX, maxContentLength: LIMITS.documentBytesMax };
  const { offset, result } = parsed(() => fromBER(bytes.subarray(at), { ...limits, parseEmbedded: false, copyInput: false }));
  if (offset === -1) throw corrupt(result.error);
  return { element: result, length: offset };
}

/** The library throws for some values that it cannot take, and says of others what is wrong with them. */
function parsed<T>(parse: () => T): T {
  try {
    return parse();
  } catch (cause) {
    throw new TaskFailure("corrupt_document", { internal: "cms: cannot be parsed", cause });
  }
}

const inside = (element: unknown): readonly unknown[] =>
  element instanceof Sequence || element instanceof Constructed ? element.valueBlock.value : [];

/** A text of bytes may be written in pieces, and these in pieces again (X.690, 8.7). */
function addPieces(element: unknown, into: Uint8Array[]): void {
  if (!(element instanceof OctetString)) throw corrupt("the content is no octet string");
  const { isConstructed, value, valueHexView } = element.valueBlock;
  if (!isConstructed) into.push(valueHexView);
  else for (const piece of value) addPieces(piece, into);
}

const corrupt = (internal: string): TaskFailure => new TaskFailure("corrupt_document", { internal: `cms: ${internal}` });
