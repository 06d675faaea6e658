/** Detects in a PDF's bytes, without opening it, whether it may have invisible text. */
import { constants, inflateSync } from "node:zlib";

/** Text render mode 3 paints nothing, 7 only clips (ISO 32000-2, table 104). */
const INVISIBLE_MODE = /^[\s\])>\0]?[37]$/;
const SET_MODE = "Tr";
/** Streams that cannot draw text: pictures, fonts, tables of the file itself. */
const NO_CONTENT =
  /\/Subtype\s*\/(?:Image|Type1C|CIDFontType0C|OpenType|XML)\b|\/Length1\b|\/Type\s*\/(?:XRef|ObjStm|Metadata|EmbeddedFile)\b/;
const DEFLATED = /\/Filter\s*(?:\[\s*)?\/(?:FlateDecode|Fl)\s*(?:\]|\/|>>|$)/;
const FILTERED = /\/Filter\b/;
/** A stream's dictionary is looked for within this many bytes before its data. */
const DICTIONARY_BYTES_MAX = 2_000;
/** Usual maximum ratio of content to its deflated form: a buffer of this size rarely has to grow. */
const INFLATION = 8;
const CHUNK_BYTES_MIN = 1024;
/** Content inflated at most; a file with more counts as one that may have invisible text. */
const INFLATED_BYTES_MAX = 8 * 1024 * 1024;

/** Also true when the bytes do not show it: encryption, rare filters, very much content. */
export function mayHideByRenderMode(pdf: Buffer): boolean {
  if (pdf.includes("/Encrypt", 0, "latin1")) return true;
  let left = INFLATED_BYTES_MAX;
  for (const { dictionary, data } of streamsOf(pdf)) {
    if (NO_CONTENT.test(dictionary)) continue;
    if (!FILTERED.test(dictionary)) {
      if (setsInvisibleMode(data)) return true;
      continue;
    }
    if (!DEFLATED.test(dictionary)) return true;
    const content = inflated(data, left);
    if (content === "too much") return true;
    left -= content.length;
    if (left <= 0 || setsInvisibleMode(content)) return true;
  }
  return false;
}

function setsInvisibleMode(content: Buffer): boolean {
  for (let at = content.indexOf(SET_MODE, 0, "latin1"); at >= 0; at = content.indexOf(SET_MODE, at + SET_MODE.length, "latin1")) {
    let end = at;
    while (isSpace(content[end - 1])) end -= 1;
    const after = content.toString("latin1", at + SET_MODE.length, at + SET_MODE.length + 1);
    if (end < at && /^[\s[(<]?$/.test(after) && INVISIBLE_MODE.test(content.toString("latin1", Math.max(0, end - 2), end))) return true;
  }
  return false;
}

const isSpace = (byte: number | undefined): boolean => byte !== undefined && byte <= 0x20;

function* streamsOf(pdf: Buffer): Generator<{ dictionary: string; data: Buffer }> {
  const keyword = "stream";
  for (let at = pdf.indexOf(keyword, 0, "latin1"); at >= 0; at = pdf.indexOf(keyword, at + keyword.length, "latin1")) {
    if (pdf.toString("latin1", Math.max(0, at - 3), at) === "end") continue;
    const before = pdf.toString("latin1", Math.max(0, at - DICTIONARY_BYTES_MAX), at);
    const start = at + keyword.length + (pdf[at + keyword.length] === 0x0d ? 2 : 1);
    const end = pdf.indexOf("endstream", start, "latin1");
    if (end < 0) return;
    yield { dictionary: before.slice(before.lastIndexOf(" obj") + 1), data: pdf.subarray(start, end) };
    at = end;
  }
}

/** Empty when the data are not deflated after all. */
function inflated(data: Buffer, bytesMax: number): Buffer | "too much" {
  try {
    return inflateSync(data, {
      finishFlush: constants.Z_SYNC_FLUSH,
      maxOutputLength: bytesMax,
      chunkSize: Math.max(CHUNK_BYTES_MIN, INFLATION * data.length),
    });
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "ERR_BUFFER_TOO_LARGE" ? "too much" : Buffer.alloc(0);
  }
}
