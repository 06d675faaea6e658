/** Documents by key, wherever they are kept. Keys are ours; nothing of a caller's name is in them. */

export type Blobs = {
  /** Kept for good when the promise resolves; when it rejects nothing of it is. */
  put(key: string, bytes: Uint8Array): Promise<void>;
  /** Null when there is none. */
  get(key: string): Promise<Buffer | null>;
  /** Fine when there is none. */
  delete(key: string): Promise<void>;
  /** All of them, an account after the other. */
  keys(): AsyncIterable<string>;
  /** Unix time, ms; infinite for one that is gone by now. */
  modifiedAt(key: string): Promise<number>;
};
