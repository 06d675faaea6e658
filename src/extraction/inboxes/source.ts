/** What an inbox is watched through. */
import { createHash } from "node:crypto";

/** A document of an item. `bytes` null: it is larger than a document may be. */
export type Part = { key: Buffer; filename: string | null; bytes: Buffer | null };

/** A file, or a mail with the documents it brings. `refusal`: why none of it is taken. */
export type Item = {
  /** Of the whole: for one that is refused. */
  key: Buffer;
  filename: string | null;
  from: string | null;
  subject: string | null;
  refusal: string | null;
  /** Where it is now, for the source. */
  at: string;
  /** Their keys, without their bytes. */
  parts: { key: Buffer; read(): Promise<Part> }[];
};

export type Source = AsyncDisposable & {
  /** Whatever is there and whole. */
  items(signal: AbortSignal): AsyncIterable<Item>;
  /** Moves it to where it is not looked at again. `reason`: of what was refused; null: taken. Does nothing when it is gone. */
  settle(item: Item, reason: string | null): Promise<void>;
  /** Resolves when something may have come, after a while in any case. */
  changed(signal: AbortSignal): Promise<void>;
};

/** Programs that write a file call it so until it is whole. */
export const UNFINISHED = /^[.~]|\.(part|partial|tmp|crdownload|filepart)$|~$/i;

/** Tells one thing from all others of its inbox. */
export const keyOf = (...facts: (string | number | null)[]): Buffer => createHash("sha256").update(JSON.stringify(facts)).digest();
