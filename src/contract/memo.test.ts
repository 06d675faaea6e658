import { expect, test } from "vitest";
import { BoundedMap, memo, once } from "./memo.ts";

/** Counts how often a value was computed. */
function counting<K, V>(compute: (key: K) => V) {
  const keys: K[] = [];
  return {
    keys,
    compute: (key: K) => {
      keys.push(key);
      return compute(key);
    },
  };
}

test("once computes at the first call only, also when the value is null", () => {
  let calls = 0;
  const value = once(() => {
    calls += 1;
    return null;
  });
  expect(calls).toBe(0);
  expect([value(), value()]).toEqual([null, null]);
  expect(calls).toBe(1);
});

test("once computes again after it threw", () => {
  let calls = 0;
  const value = once(() => {
    calls += 1;
    if (calls === 1) throw new Error("not yet");
    return calls;
  });
  expect(value).toThrow("not yet");
  expect([value(), value()]).toEqual([2, 2]);
});

test("memo computes once per key, also when the value is null", () => {
  const { keys, compute } = counting((key: string) => (key === "" ? null : key.length));
  const length = memo(compute);
  expect(["", "ab", "", "ab"].map(length)).toEqual([null, 2, null, 2]);
  expect(keys).toEqual(["", "ab"]);
});

test("objects are keys by identity", () => {
  const { keys, compute } = counting((key: { n: number }) => key.n);
  const readN = memo(compute, new WeakMap());
  const one = { n: 1 };
  expect([readN(one), readN(one), readN({ n: 1 })]).toEqual([1, 1, 1]);
  expect(keys).toHaveLength(2);
});

test("a bounded map never holds more than its bound, and a known key clears nothing", () => {
  const kept = new BoundedMap<number, number>(3);
  const double = memo((n: number) => n * 2, kept);
  for (let n = 0; n < 100; n++) {
    expect(double(n)).toBe(n * 2);
    expect(kept.size).toBeLessThanOrEqual(3);
  }
  const full = new BoundedMap<number, number>(2).set(1, 1).set(2, 2).set(2, 3);
  expect([...full]).toEqual([
    [1, 1],
    [2, 3],
  ]);
});
