/** Compresses long texts before they go to the database, which then has less to check, log, store and send. */
import { zstdCompressSync, zstdDecompressSync } from "node:zlib";

/** Starts with a control character, so that no JSON and no text of ours begins with it. */
const MARK = "\u0002winnow packed ";
/** The mark as it begins a JSON string. */
const QUOTED_MARK = JSON.stringify(MARK).slice(0, -1);

/** Length from which values are packed. Shorter ones have less to gain than their reading would cost. */
const PACKED_FROM = 8 * 1024;

/** The text itself when it is short; otherwise the mark, followed by base64 of its UTF-8 as zstd packs it. */
export const packed = (text: string): string =>
  text.length < PACKED_FROM ? text : `${MARK}${zstdCompressSync(Buffer.from(text)).toString("base64")}`;

/** The text that `packed` was given. */
export const unpacked = (text: string): string =>
  text.startsWith(MARK) ? zstdDecompressSync(Buffer.from(text.slice(MARK.length), "base64")).toString() : text;

/** JSON as a json column stores it: a packed one stands in it as a JSON string. */
export const packedJson = (json: string): string => {
  const text = packed(json);
  return text === json ? json : JSON.stringify(text);
};

/** The JSON that `packedJson` was given. */
export const unpackedJson = (stored: string): string => (stored.startsWith(QUOTED_MARK) ? unpacked(JSON.parse(stored)) : stored);
