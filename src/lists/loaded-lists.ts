/** Lists in memory, with an index of each column that is looked up. A process keeps those used last. */
import type { DocumentReader } from "#documents/read-document.ts";
import type { Blobs } from "#platform/blobs/blobs.ts";
import type { Db } from "#platform/postgres/db.ts";
import type { Table } from "./csv.ts";
import { type ExactIndex, exactIndex } from "./exact-index.ts";
import { type FuzzyIndex, fuzzyIndex } from "./fuzzy-index.ts";
import { READ_LIST } from "./in-reader/works.ts";
import { findList } from "./lists.store.ts";

/** Bytes of files whose rows are kept; with indexes they take some fifteen times as much memory. */
const BYTES_MAX = 24 * 1024 * 1024;

export type LoadedList = Table & { exact(column: number): Promise<ExactIndex>; fuzzy(column: number): Promise<FuzzyIndex> };
export type LoadedLists = {
  /** Null when the account has no such list. */ find(accountId: string, id: string): Promise<LoadedList | null>;
};

type Kept = { bytes: number; list: Promise<LoadedList> };
/** Loading is not aborted: others may wait for the same list, and the reader bounds its time. */
const NEVER = new AbortController().signal;

/** `db`: sees the account's rows. Rejects with TaskFailure as the reader does. */
export function openLists({ db, blobs, reader }: { db: Db; blobs: Blobs; reader: DocumentReader }): LoadedLists {
  const kept = new Map<string, Kept>();
  return {
    async find(accountId, id) {
      const stored = await findList(db, accountId, id);
      if (!stored) return null;
      const key = stored.blobKey;
      const known = kept.get(key);
      if (known) {
        kept.delete(key);
        kept.set(key, known);
        return known.list;
      }
      const bytes = await blobs.get(key);
      if (bytes === null) return null;
      const list = load(reader, bytes);
      kept.set(key, { bytes: bytes.length, list });
      list.catch(() => kept.delete(key));
      forgetOldest(kept);
      return list;
    },
  };
}

/** A list that is larger than all that is kept is kept alone. */
function forgetOldest(kept: Map<string, Kept>): void {
  let bytes = kept.values().reduce((sum, each) => sum + each.bytes, 0);
  for (const [key, each] of kept) {
    if (bytes <= BYTES_MAX || kept.size === 1) return;
    kept.delete(key);
    bytes -= each.bytes;
  }
}

async function load(reader: DocumentReader, bytes: Buffer): Promise<LoadedList> {
  const reading = await reader.work(READ_LIST, null, bytes, NEVER);
  return loadedList("refused" in reading ? { columns: [], rows: [] } : reading);
}

/** Indexes are made when they are first asked for. */
export function loadedList({ columns, rows }: Table): LoadedList {
  const cells = (column: number) => rows.map((row) => row[column] ?? "");
  const exact = new Map<number, Promise<ExactIndex>>();
  const fuzzy = new Map<number, Promise<FuzzyIndex>>();
  return {
    columns,
    rows,
    exact: (column) => kept(exact, column, () => exactIndex(cells(column))),
    fuzzy: (column) => kept(fuzzy, column, () => fuzzyIndex(cells(column))),
  };
}

function kept<T>(all: Map<number, Promise<T>>, column: number, make: () => Promise<T>): Promise<T> {
  const known = all.get(column);
  if (known) return known;
  const made = make();
  all.set(column, made);
  return made;
}
