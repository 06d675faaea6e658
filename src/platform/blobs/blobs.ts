/** Documents by key, in a folder or a bucket. Keys are generated; they contain nothing of a caller's file name. */

export type Blobs = {
  /** Durable when the promise resolves; when it rejects, nothing is stored. */
  put(key: string, bytes: Uint8Array): Promise<void>;
  /** Null when the key does not exist. */
  get(key: string): Promise<Buffer | null>;
  /** The blob under another key too, without its bytes in memory; durable as with `put`. False when the key does not exist. */
  copy(from: string, to: string): Promise<boolean>;
  /** Does nothing when the key does not exist. */
  delete(key: string): Promise<void>;
  /** All keys, grouped by account. */
  keys(): AsyncIterable<string>;
  /** Unix time, ms; Infinity when the key no longer exists. */
  modifiedAt(key: string): Promise<number>;
};
