/** The answer of a task as a person left it: the values that were read, with the corrections. */
import type { Json } from "#contract/json.ts";
import { child, keysOf } from "#contract/pointer.ts";
import type { Corrections } from "#contract/task.ts";

type Holder = { [key: string]: Json };

/** Corrected values in place of those read; rows removed by null, added with a number past the last, or lists replaced as wholes. */
export function reviewedData(data: Record<string, Json>, corrections: Corrections): Record<string, Json> {
  const { out, removed } = corrected(data, corrections);
  for (const { list, gone } of removed.values()) for (const at of [...gone].sort((a, b) => b - a)) list.splice(at, 1);
  return out;
}

/** Turns pointers into the rows of `reviewedData` into those of the rows as they were read, among which removed ones count. */
export function pointersAsRead(data: Record<string, Json>, corrections: Corrections): (pointer: string) => string {
  const { removed } = corrected(data, corrections);
  return (pointer) => {
    const keys = keysOf(pointer);
    for (const [i, key] of keys.entries()) {
      const gone = removed.get(keys.slice(0, i).reduce(child, ""))?.gone;
      if (gone) keys[i] = String(numberAsRead(Number(key), gone));
    }
    return keys.reduce(child, "");
  };
}

function numberAsRead(at: number, gone: ReadonlySet<number>): number {
  let [number, left] = [0, at];
  while (gone.has(number) || left > 0) {
    if (!gone.has(number)) left--;
    number++;
  }
  return number;
}

/** Lists with the rows that are to be removed, by their pointers. */
type Removed = Map<string, { list: Json[]; gone: Set<number> }>;

function corrected(data: Record<string, Json>, corrections: Corrections): { out: Record<string, Json>; removed: Removed } {
  const out = structuredClone(data);
  const removed: Removed = new Map();
  // Shorter pointers first: a list that was replaced has the rows that later ones speak of.
  for (const [pointer, { value }] of Object.entries(corrections).sort(([a], [b]) => a.length - b.length || (a < b ? -1 : 1))) {
    const keys = keysOf(pointer);
    const last = keys.pop() ?? "";
    const holder = holderAt(out, keys);
    if (Array.isArray(holder)) {
      const [at, list] = [Number(last), keys.reduce(child, "")];
      const gone = removed.get(list)?.gone ?? new Set();
      if (value === null && at < holder.length) removed.set(list, { list: holder, gone: gone.add(at) });
      else holder[Math.min(at, holder.length)] = value;
    } else if (holder) holder[last] = value;
  }
  return { out, removed };
}

function holderAt(data: Json, keys: readonly string[]): Json[] | Holder | null {
  let at: Json = data;
  for (const key of keys) {
    if (at === null || typeof at !== "object" || !Object.hasOwn(at, key)) return null;
    at = (at as Holder)[key] ?? null;
  }
  return at !== null && typeof at === "object" ? (at as Json[] | Holder) : null;
}
