import { expect, test } from "vitest";
import { openBatcher } from "./batcher.ts";

/** Answers with consecutive numbers, once released. */
function numbered() {
  const asked: { wanted: number; answer: () => void; fail: () => void }[] = [];
  let last = 0;
  const askAll = ({ length: wanted }: readonly string[]) =>
    new Promise<number[]>((resolve, reject) => {
      asked.push({
        wanted,
        answer: () => resolve(Array.from({ length: wanted }, () => ++last)),
        fail: () => reject(new Error("away")),
      });
    });
  return { asked, askAll };
}

test("what comes while one is under way is asked together after it, in the order in which it came", async () => {
  const batch = openBatcher<string, number>();
  const { asked, askAll } = numbered();
  const answers = [1, 2, 3, 4].map(() => batch("a", "it", askAll));
  expect(asked.map(({ wanted }) => wanted)).toEqual([1]);
  asked[0]?.answer();
  expect(await answers[0]).toBe(1);
  expect(asked.map(({ wanted }) => wanted)).toEqual([1, 3]);
  asked[1]?.answer();
  expect(await Promise.all(answers)).toEqual([1, 2, 3, 4]);
  const later = batch("a", "it", askAll);
  expect(asked.map(({ wanted }) => wanted)).toEqual([1, 3, 1]);
  asked[2]?.answer();
  expect(await later).toBe(5);
});

test("names do not wait for each other", () => {
  const batch = openBatcher<string, number>();
  const { asked, askAll } = numbered();
  void batch("a", "it", askAll);
  void batch("b", "it", askAll);
  expect(asked).toHaveLength(2);
});

test("one that fails tells those that were put together, and those after it are asked anew", async () => {
  const batch = openBatcher<string, number>();
  const { asked, askAll } = numbered();
  const first = batch("a", "it", askAll);
  const second = batch("a", "it", askAll);
  asked[0]?.fail();
  await expect(first).rejects.toThrow("away");
  asked[1]?.answer();
  expect(await second).toBe(1);
});

test("no more are put together than may be", async () => {
  const batch = openBatcher<number, number>(2);
  const asked: (readonly number[])[] = [];
  const askAll = async (asks: readonly number[]) => {
    asked.push(asks);
    return asks;
  };
  expect(await Promise.all([1, 2, 3, 4].map((ask) => batch("a", ask, askAll)))).toEqual([1, 2, 3, 4]);
  expect(asked).toEqual([[1], [2, 3], [4]]);
});
