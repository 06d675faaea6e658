import { expect, test } from "vitest";
import { openTogether } from "./together.ts";

/** Answers with running numbers, when it is told to. */
function numbered() {
  const asked: { wanted: number; answer: () => void; fail: () => void }[] = [];
  let last = 0;
  const askMany = (wanted: number) =>
    new Promise<number[]>((resolve, reject) => {
      asked.push({
        wanted,
        answer: () => resolve(Array.from({ length: wanted }, () => ++last)),
        fail: () => reject(new Error("away")),
      });
    });
  return { asked, askMany };
}

test("what comes while one is under way is asked together after it, in the order in which it came", async () => {
  const together = openTogether<number>();
  const { asked, askMany } = numbered();
  const answers = [1, 2, 3, 4].map(() => together("a", askMany));
  expect(asked.map(({ wanted }) => wanted)).toEqual([1]);
  asked[0]?.answer();
  expect(await answers[0]).toBe(1);
  expect(asked.map(({ wanted }) => wanted)).toEqual([1, 3]);
  asked[1]?.answer();
  expect(await Promise.all(answers)).toEqual([1, 2, 3, 4]);
  const later = together("a", askMany);
  expect(asked.map(({ wanted }) => wanted)).toEqual([1, 3, 1]);
  asked[2]?.answer();
  expect(await later).toBe(5);
});

test("names do not wait for each other", () => {
  const together = openTogether<number>();
  const { asked, askMany } = numbered();
  void together("a", askMany);
  void together("b", askMany);
  expect(asked).toHaveLength(2);
});

test("one that fails tells those that were put together, and those after it are asked anew", async () => {
  const together = openTogether<number>();
  const { asked, askMany } = numbered();
  const first = together("a", askMany);
  const second = together("a", askMany);
  asked[0]?.fail();
  await expect(first).rejects.toThrow("away");
  asked[1]?.answer();
  expect(await second).toBe(1);
});
