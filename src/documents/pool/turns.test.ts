import fc from "fast-check";
import { expect, test } from "vitest";
import { Turns } from "./turns.ts";

const never = new AbortController().signal;

test("however many wait in one lane, the first of another goes next but one", async () => {
  const lanes = fc.array(fc.constantFrom("a", "b", "c"), { minLength: 1, maxLength: 30 });
  await fc.assert(
    fc.asyncProperty(lanes, async (asked) => {
      const turns = new Turns(1);
      const first = await turns.take("a", never);
      const order: string[] = [];
      const all = asked.map(async (lane) => {
        const giveBack = await turns.take(lane, never);
        order.push(lane);
        giveBack();
      });
      first();
      await Promise.all(all);
      expect(order.toSorted()).toEqual(asked.toSorted());
      for (const [i, lane] of order.entries()) {
        const others = new Set(order.slice(i)).size;
        expect(order.slice(i + 1, i + others).filter((each) => each === lane)).toEqual([]);
      }
    }),
  );
});

test("one lane is served in order, and who gives up leaves the others as they were", async () => {
  const turns = new Turns(1);
  const first = await turns.take("a", never);
  const stop = new AbortController();
  const order: number[] = [];
  const waits = [1, 2, 3].map((n) =>
    turns.take("a", n === 2 ? stop.signal : never).then((giveBack) => {
      order.push(n);
      giveBack();
    }),
  );
  stop.abort(new Error("no longer wanted"));
  await expect(waits[1]).rejects.toThrow("no longer wanted");
  first();
  await Promise.all([waits[0], waits[2]]);
  expect(order).toEqual([1, 3]);
  const again = await turns.take("b", never);
  again();
});

test("a lane holds so many places at most: another finds one free", async () => {
  const turns = new Turns(2, 1);
  const first = await turns.take("busy", never);
  let entered = false;
  const second = turns.take("busy", never).then((giveBack) => {
    entered = true;
    return giveBack;
  });
  const other = await turns.take("other", never);
  expect(entered).toBe(false);
  other();
  await Promise.resolve();
  expect(entered).toBe(false);
  first();
  (await second)();
});
