import fc from "fast-check";
import { expect, test } from "vitest";
import { ConcurrencyLimiter } from "./concurrency-limiter.ts";

const signal = new AbortController().signal;
const one = { all: 1 };

test("a name gives no more permits than its limit, and a permit needs room under all of its names", async () => {
  const limiter = new ConcurrencyLimiter();
  const at = { waitMs: 0, signal };
  const first = await limiter.take({ a: 2, b: 1 }, at);
  expect(first).not.toBeNull();
  expect(await limiter.take({ a: 2, b: 1 }, at)).toBeNull();
  expect(await limiter.take({ a: 2 }, at)).not.toBeNull();
  expect(await limiter.take({ a: 2 }, at)).toBeNull();
  first?.[Symbol.dispose]();
  expect(await limiter.take({ a: 2, b: 1 }, at)).not.toBeNull();
});

test("a permit that is disposed twice is given back once", async () => {
  const limiter = new ConcurrencyLimiter();
  const first = await limiter.take(one, { signal });
  first?.[Symbol.dispose]();
  first?.[Symbol.dispose]();
  expect(await limiter.take(one, { signal })).not.toBeNull();
  expect(await limiter.take(one, { waitMs: 0, signal })).toBeNull();
});

test("a permit takes its cost of each limit", async () => {
  const limiter = new ConcurrencyLimiter();
  const large = await limiter.take({ bytes: 10 }, { cost: 8, signal });
  expect(await limiter.take({ bytes: 10 }, { cost: 3, waitMs: 0, signal })).toBeNull();
  expect(await limiter.take({ bytes: 10 }, { cost: 2, waitMs: 0, signal })).not.toBeNull();
  large?.[Symbol.dispose]();
  expect(await limiter.take({ bytes: 10 }, { cost: 8, waitMs: 0, signal })).not.toBeNull();
});

test("waiters get permits in the order they came, and a full name does not delay waiters of another", async () => {
  const limiter = new ConcurrencyLimiter();
  const [held, other] = [await limiter.take({ a: 1 }, { signal }), await limiter.take({ b: 1 }, { signal })];
  const order: string[] = [];
  const waits = [
    ["first a", { a: 1 }],
    ["second a", { a: 1 }],
    ["b", { b: 1 }],
  ] as const;
  const taken = waits.map(async ([name, limits]) => {
    const permit = await limiter.take(limits, { waitMs: 5_000, signal });
    order.push(name);
    return permit;
  });
  other?.[Symbol.dispose]();
  await taken[2];
  held?.[Symbol.dispose]();
  (await taken[0])?.[Symbol.dispose]();
  await taken[1];
  expect(order).toEqual(["b", "first a", "second a"]);
});

test("however many wait in one lane, the first of another goes next but one", async () => {
  const lanes = fc.array(fc.constantFrom("a", "b", "c"), { minLength: 1, maxLength: 30 });
  await fc.assert(
    fc.asyncProperty(lanes, async (asked) => {
      const limiter = new ConcurrencyLimiter();
      const first = await limiter.take(one, { lane: "a", signal });
      const order: string[] = [];
      const all = asked.map(async (lane) => {
        using _permit = await limiter.take(one, { lane, signal });
        order.push(lane);
      });
      first?.[Symbol.dispose]();
      await Promise.all(all);
      expect(order.toSorted()).toEqual(asked.toSorted());
      for (const [i, lane] of order.entries()) {
        const others = new Set(order.slice(i)).size;
        expect(order.slice(i + 1, i + others).filter((each) => each === lane)).toEqual([]);
      }
    }),
  );
});

test("a lane with a limit of its own leaves a permit to others", async () => {
  const limiter = new ConcurrencyLimiter();
  const ask = (lane: string) => limiter.take({ all: 2, [`lane ${lane}`]: 1 }, { lane, signal });
  const first = await ask("busy");
  let entered = false;
  const second = ask("busy").then((permit) => {
    entered = true;
    return permit;
  });
  const other = await ask("other");
  expect(entered).toBe(false);
  other?.[Symbol.dispose]();
  await Promise.resolve();
  expect(entered).toBe(false);
  first?.[Symbol.dispose]();
  expect(await second).not.toBeNull();
});

test("who gives up leaves the others as they were", async () => {
  const limiter = new ConcurrencyLimiter();
  const first = await limiter.take(one, { signal });
  const stop = new AbortController();
  const order: number[] = [];
  const waits = [1, 2, 3].map(async (n) => {
    using _permit = await limiter.take(one, { signal: n === 2 ? stop.signal : signal });
    order.push(n);
  });
  stop.abort(new Error("no longer wanted"));
  await expect(waits[1]).rejects.toThrow("no longer wanted");
  first?.[Symbol.dispose]();
  await Promise.all([waits[0], waits[2]]);
  expect(order).toEqual([1, 3]);
});

test("waiting ends with its time, and at once when too many wait", async () => {
  const limiter = new ConcurrencyLimiter({ waitingMax: 40 });
  await limiter.take(one, { signal });
  expect(await limiter.take(one, { waitMs: 10, signal })).toBeNull();
  const stop = new AbortController();
  const waiting = Array.from({ length: 40 }, () => limiter.take(one, { waitMs: 60_000, signal: stop.signal }));
  expect(await limiter.take(one, { waitMs: 60_000, signal })).toBeNull();
  stop.abort(new Error("stopping"));
  expect((await Promise.allSettled(waiting)).every(({ status }) => status === "rejected")).toBe(true);
});

test("ten times the waiters take about ten times the work", async () => {
  const counted = async (waiters: number) => {
    let looks = 0;
    const limiter = new ConcurrencyLimiter();
    const ownKeys = (target: Record<string, number>) => {
      looks += 1;
      return Reflect.ownKeys(target);
    };
    const limits = new Proxy({ all: 8 }, { ownKeys });
    await Promise.all(
      Array.from({ length: waiters }, async () => {
        using _permit = await limiter.take(limits, { signal });
        await Promise.resolve();
      }),
    );
    return looks;
  };
  expect((await counted(2_000)) / (await counted(200))).toBeLessThan(12);
});
