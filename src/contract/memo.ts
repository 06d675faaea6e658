/** Functions that compute a value when it is first needed and keep it. A rejected promise is kept too. */

/** Calls `compute` at the first call; every call returns that value. */
export function once<T>(compute: () => T): () => T {
  let kept: { value: T } | null = null;
  return () => {
    kept ??= { value: compute() };
    return kept.value;
  };
}

type Kept<K, V> = { get(key: K): V | undefined; set(key: K, value: V): unknown };

/**
 * Calls `compute` once per key, unless it returns undefined. `kept` holds the values: a Map, a WeakMap for keys that are objects, a BoundedMap for
 * many keys. Maps have a function of their own: V8 looks up in place where it has seen maps alone.
 */
export function memo<K, V>(compute: (key: K) => V, kept: Kept<K, V> = new Map()): (key: K) => V {
  if (kept instanceof Map) return inMap(compute, kept);
  return (key) => {
    const known = kept.get(key);
    if (known !== undefined) return known;
    const value = compute(key);
    kept.set(key, value);
    return value;
  };
}

function inMap<K, V>(compute: (key: K) => V, kept: Map<K, V>): (key: K) => V {
  return (key) => {
    const known = kept.get(key);
    if (known !== undefined) return known;
    const value = compute(key);
    kept.set(key, value);
    return value;
  };
}

/** As `memo`, for keys that are numbered from 0 on: the values stand in a list, which is looked up faster than a map. */
export function memoByNumber<K extends { number: number }, V>(compute: (key: K) => V): (key: K) => V {
  const kept: (V | undefined)[] = [];
  return (key) => {
    const known = kept[key.number];
    if (known !== undefined) return known;
    const value = compute(key);
    // A list with gaps may become a map.
    while (kept.length <= key.number) kept.push(undefined);
    kept[key.number] = value;
    return value;
  };
}

/** Cleared when a key more than `max` comes: cheaper than forgetting the least recently used one, where values are quickly computed again. */
export class BoundedMap<K, V> extends Map<K, V> {
  readonly #max: number;

  constructor(max: number) {
    super();
    this.#max = max;
  }

  override set(key: K, value: V): this {
    if (this.size >= this.#max && !this.has(key)) this.clear();
    return super.set(key, value);
  }
}
