/**
 * Seals document content before it reaches the disk, when the operator sets a master key: AES-256-GCM with a random data key, which is
 * stored in the database, sealed with the master key (encryption-keys.store.ts).
 */
import { openWith, sealWith } from "./aes-gcm.ts";

/** `json`: the opened text is JSON and is parsed. */
export type SealedKind = "json" | "text";

export type Vault = {
  seal(text: string, kind: SealedKind): string;
  /** Null for a text that is not sealed. Throws when a sealed text was changed. */
  open(text: string): { text: string; kind: SealedKind } | null;
  sealBytes(bytes: Uint8Array): Buffer;
  /** Bytes that are not sealed are returned unchanged: they were stored before there was a key. */
  openBytes(bytes: Buffer): Buffer;
};

export type DataKey = { id: string; key: Buffer };

/**
 * Prefix of a sealed text, followed by the kind's letter. Starts with a control character, so that no text of a document begins with it.
 */
const TEXT_MARK = "\u0002winnow sealed ";
const QUOTED_MARK = JSON.stringify(TEXT_MARK).slice(0, -1);
/** Prefix of sealed bytes; no document type begins with it. */
const BYTES_MARK = Buffer.from("\u0002winnow sealed\n");

/** The sealed text that a JSON string, given as it stands in JSON, holds; null for any other text. */
export const sealedInQuotes = (text: string): string | null =>
  text.startsWith(QUOTED_MARK) ? `${TEXT_MARK}${text.slice(QUOTED_MARK.length, -1)}` : null;

/** Seals with the last key, opens with any. */
export function vaultOf(keys: readonly DataKey[]): Vault {
  const newest = keys.at(-1);
  if (!newest) throw new Error("a vault needs a key");
  const keyOf = (id: string): Buffer | null => keys.find((each) => each.id === id)?.key ?? null;
  return {
    seal: (text, kind) => `${TEXT_MARK}${kind} ${newest.id} ${sealWith(newest.key, Buffer.from(text)).toString("base64")}`,
    open(text) {
      if (!text.startsWith(TEXT_MARK)) return null;
      const [kind, id = "", sealed = ""] = text.slice(TEXT_MARK.length).split(" ");
      const key = keyOf(id);
      // All keys were opened at the start, so a text that names another key was forged.
      if (key === null) return null;
      return { text: openWith(key, Buffer.from(sealed, "base64")).toString(), kind: kind === "json" ? "json" : "text" };
    },
    sealBytes: (bytes) => Buffer.concat([BYTES_MARK, Buffer.from(`${newest.id}\n`), sealWith(newest.key, bytes)]),
    openBytes(bytes) {
      if (!bytes.subarray(0, BYTES_MARK.length).equals(BYTES_MARK)) return bytes;
      const end = bytes.indexOf("\n", BYTES_MARK.length);
      const key = keyOf(bytes.toString("latin1", BYTES_MARK.length, end));
      if (key === null) throw new Error("a document is sealed with a key that is not there");
      return openWith(key, bytes.subarray(end + 1));
    },
  };
}
