/**
 * Which examples have the nearest signatures. They are counted in the process: it keeps the signatures of the scopes used last, and reads
 * only those written since from the database. What was forgotten is noticed when it is to be read.
 */
import type { Db, Tx } from "#platform/postgres/db.ts";
import { examplesAndNews, type Scope, type StoredExample } from "./memory.store.ts";

/** Signatures kept by a process, of all scopes; 200 bytes each with their ids. */
const KEPT_MAX = 200_000;
/** What is kept is read anew after so long: of a database that was set back, by a restore or a lost primary, numbers are given twice. */
const KEPT_MS = 10 * 60_000;
const WORDS = 32;
/** A question that finds news, or that an example is gone, is asked again: some times with what is known, then with all read anew. */
const ANEW_AFTER = 3;
const TRIES_MAX = 6;
/** Below every number of a change. */
const NOTHING_READ = -1;

type Kept = { readAt: number; newest: number; ids: string[]; changes: number[]; words: Uint32Array; places: Map<string, number> };
const kept = new Map<string, Kept>();

/** The examples whose layouts have the most bits of the signature, the nearest first. `signature`: 1,024 zeros and ones. */
export async function nearestExamples(db: Db | Tx, scope: Scope, signature: string, limit: number): Promise<StoredExample[]> {
  const wanted = wordsOf(signature);
  for (let tries = 1; ; tries++) {
    const known = keptOf(scope);
    const since = known.newest;
    const near = nearestIn(known, wanted, limit);
    const { examples, news } = await examplesAndNews(db, scope, { taskIds: near, since });
    for (const { task_id, change, bits } of news) put(known, task_id, change, bits);
    const found = new Map(examples.map((each) => [each.task_id, each]));
    const gone = near.filter((id) => !found.has(id));
    for (const id of gone) forget(known, id, since);
    if ((gone.length === 0 && news.length === 0) || tries === TRIES_MAX) return near.flatMap((id) => found.get(id) ?? []);
    // Much was forgotten at once: what is left is read anew.
    if (tries === ANEW_AFTER) kept.delete(keyOf(scope));
  }
}

const keyOf = ({ accountId, scope }: Scope): string => `${accountId} ${scope}`;

/** Of the scopes used last; the others go when too many signatures are kept. */
function keptOf(scope: Scope): Kept {
  const key = keyOf(scope);
  const last = kept.get(key);
  const known = last && performance.now() - last.readAt < KEPT_MS ? last : nothing();
  kept.delete(key);
  kept.set(key, known);
  let count = kept.values().reduce((sum, { ids }) => sum + ids.length, 0);
  for (const [other, { ids }] of kept) {
    if (count <= KEPT_MAX || other === key) break;
    kept.delete(other);
    count -= ids.length;
  }
  return known;
}

const nothing = (): Kept => ({
  readAt: performance.now(),
  newest: NOTHING_READ,
  ids: [],
  changes: [],
  words: new Uint32Array(WORDS * 16),
  places: new Map(),
});

/** `bits`: of the signature, in hexadecimal digits. */
function put(known: Kept, id: string, change: number, bits: string): void {
  const place = known.places.get(id) ?? known.ids.length;
  if (WORDS * (place + 1) > known.words.length) {
    const larger = new Uint32Array(2 * known.words.length);
    larger.set(known.words);
    known.words = larger;
  }
  known.places.set(id, place);
  known.ids[place] = id;
  known.changes[place] = change;
  for (let i = 0; i < WORDS; i++) known.words[WORDS * place + i] = Number.parseInt(bits.slice(8 * i, 8 * i + 8), 16);
  known.newest = Math.max(known.newest, change);
}

/** The last one takes its place. One that was written after `newest` was read stays: it is not the one that is gone. */
function forget(known: Kept, id: string, newest: number): void {
  const place = known.places.get(id);
  if (place === undefined || (known.changes[place] ?? 0) > newest) return;
  const last = known.ids.length - 1;
  const moved = known.ids[last] ?? id;
  known.words.copyWithin(WORDS * place, WORDS * last, WORDS * (last + 1));
  known.changes[place] = known.changes[last] ?? 0;
  known.ids[place] = moved;
  known.places.set(moved, place);
  known.ids.length = last;
  known.changes.length = last;
  known.places.delete(id);
}

function nearestIn({ ids, words }: Kept, wanted: Uint32Array, limit: number): string[] {
  const distances = new Uint16Array(ids.length);
  for (let place = 0; place < distances.length; place++) distances[place] = distanceOf(words, WORDS * place, wanted);
  return nearestOf(distances, limit).flatMap((place) => ids[place] ?? []);
}

/** Places of the smallest numbers, the smallest first; of equal ones the earlier. */
export function nearestOf(distances: Uint16Array, limit: number): number[] {
  const near: number[] = [];
  const at = (i: number) => distances[near[i] ?? 0] ?? 0;
  let bound = Number.POSITIVE_INFINITY;
  for (let place = 0; place < distances.length; place++) {
    const distance = distances[place] ?? 0;
    if (distance >= bound) continue;
    let i = near.length;
    while (i > 0 && at(i - 1) > distance) i--;
    near.splice(i, 0, place);
    near.length = Math.min(near.length, limit);
    if (near.length === limit) bound = at(limit - 1);
  }
  return near;
}

/** How many bits differ between `wanted` and the signature that begins at `start`. */
export function distanceOf(words: Uint32Array, start: number, wanted: Uint32Array): number {
  let sum = 0;
  for (let i = 0; i < WORDS; i++) {
    let bits = (words[start + i] ?? 0) ^ (wanted[i] ?? 0);
    bits -= (bits >>> 1) & 0x55555555;
    bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333);
    sum += Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
  }
  return sum;
}

/** From zeros and ones, the first the highest of its word. */
export const wordsOf = (signature: string): Uint32Array =>
  Uint32Array.from({ length: WORDS }, (_, i) => Number.parseInt(signature.slice(32 * i, 32 * i + 32), 2));
