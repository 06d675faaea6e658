import { expect, test } from "vitest";
import type { Admission } from "./keys.store.ts";
import { openRefusals } from "./refusals.ts";

const admission = (retryMs: number): Admission => ({ accountId: "a", keyId: "k", ratePerMinute: 10, used: 10, retryMs, resetMs: 60_000 });

function atTime() {
  const clock = { ms: 1_000 };
  return { clock, refusals: openRefusals(() => clock.ms) };
}

test("a refusal is repeated for a quarter of a second, with the time that is left; then it is asked again", () => {
  const { clock, refusals } = atTime();
  refusals.note("a", admission(3_000));
  clock.ms += 249;
  expect(refusals.find("a")).toMatchObject({ retryMs: 2_751, resetMs: 59_751 });
  expect(refusals.find("b")).toBeNull();
  clock.ms += 1;
  expect(refusals.find("a")).toBeNull();
});

test("it is never repeated when its own time is over, nor is an admission", () => {
  const { clock, refusals } = atTime();
  refusals.note("a", admission(100));
  refusals.note("b", admission(0));
  expect(refusals.find("b")).toBeNull();
  clock.ms += 100;
  expect(refusals.find("a")).toBeNull();
});

test("only the newest thousand are kept", () => {
  const { refusals } = atTime();
  for (let i = 0; i <= 1_000; i++) refusals.note(String(i), admission(1_000));
  expect(refusals.find("0")).toBeNull();
  expect(refusals.find("1")).not.toBeNull();
});
