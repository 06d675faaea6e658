import { expect, test } from "vitest";
import { openPlaces } from "./places.ts";

const never = new AbortController().signal;

test("no more than its places are taken of a name, and all names of whoever asks have to be free", async () => {
  const places = openPlaces();
  const first = await places.take({ a: 2, b: 1 }, 0, never);
  expect(first).not.toBeNull();
  expect(await places.take({ a: 2, b: 1 }, 0, never)).toBeNull();
  expect(await places.take({ a: 2 }, 0, never)).not.toBeNull();
  expect(await places.take({ a: 2 }, 0, never)).toBeNull();
  first?.[Symbol.dispose]();
  expect(await places.take({ a: 2, b: 1 }, 0, never)).not.toBeNull();
});

test("whoever waits gets the next place in turn, and nobody is passed over because another name is full", async () => {
  const places = openPlaces();
  const [held, other] = [await places.take({ a: 1 }, 0, never), await places.take({ b: 1 }, 0, never)];
  const order: string[] = [];
  const waits = [
    ["first a", { a: 1 }],
    ["second a", { a: 1 }],
    ["b", { b: 1 }],
  ] as const;
  const taken = waits.map(async ([name, names]) => {
    const place = await places.take(names, 5_000, never);
    order.push(name);
    return place;
  });
  other?.[Symbol.dispose]();
  await taken[2];
  held?.[Symbol.dispose]();
  (await taken[0])?.[Symbol.dispose]();
  await taken[1];
  expect(order).toEqual(["b", "first a", "second a"]);
});

test("waiting ends with its time, with the signal, and at once when too many wait", async () => {
  const places = openPlaces();
  await places.take({ a: 1 }, 0, never);
  expect(await places.take({ a: 1 }, 10, never)).toBeNull();
  const stopping = new AbortController();
  const waiting = Array.from({ length: 40 }, () => places.take({ a: 1 }, 60_000, stopping.signal));
  expect(await places.take({ a: 1 }, 60_000, never)).toBeNull();
  stopping.abort();
  expect(await Promise.all(waiting)).toEqual(waiting.map(() => null));
});
