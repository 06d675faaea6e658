/** A new function that takes a text is found: tests/faults/runs-of-characters.nightly.test.ts gives each of them texts of growing length. */
import { expect, test } from "vitest";
import { textTakers } from "../support/text-takers.ts";

test("it is known how to call every exported function that takes a text", async () => {
  const { takers, unknown } = await textTakers();
  expect(unknown).toEqual([]);
  expect(takers.length).toBeGreaterThan(100);
});
