/** The answer of a task as a person left it: the values that were read, with the corrections. */
import type { Json } from "#contract/json.ts";
import { keysOf } from "#contract/pointer.ts";
import type { Corrections } from "#contract/task.ts";

type Holder = { [key: string]: Json };

/** Corrected values in place of those read; rows removed by null, added with a number past the last, or lists replaced as wholes. */
export function reviewedData(data: Record<string, Json>, corrections: Corrections): Record<string, Json> {
  const out = structuredClone(data);
  const removed = new Map<Json[], Set<number>>();
  // Shorter pointers first: a list that was replaced has the rows that later ones speak of.
  for (const [pointer, { value }] of Object.entries(corrections).sort(([a], [b]) => a.length - b.length || (a < b ? -1 : 1))) {
    const keys = keysOf(pointer);
    const last = keys.pop() ?? "";
    const holder = holderAt(out, keys);
    if (Array.isArray(holder)) {
      const at = Number(last);
      if (value === null && at < holder.length) removed.set(holder, (removed.get(holder) ?? new Set()).add(at));
      else holder[Math.min(at, holder.length)] = value;
    } else if (holder) holder[last] = value;
  }
  for (const [list, gone] of removed) for (const at of [...gone].sort((a, b) => b - a)) list.splice(at, 1);
  return out;
}

function holderAt(data: Json, keys: readonly string[]): Json[] | Holder | null {
  let at: Json = data;
  for (const key of keys) {
    if (at === null || typeof at !== "object" || !Object.hasOwn(at, key)) return null;
    at = (at as Holder)[key] ?? null;
  }
  return at !== null && typeof at === "object" ? (at as Json[] | Holder) : null;
}
