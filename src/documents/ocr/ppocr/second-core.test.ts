import { expect, test } from "vitest";
import { secondCore } from "./second-core.ts";

const [FREE, TAKEN] = [1.6, 1.0];

test("networks have two threads while these are given two cores, and one once another reader takes the second", () => {
  const core = secondCore(2);
  expect(core.threads()).toBe(2);
  core.given(200 * TAKEN, 200);
  expect(core.threads(), "one slow page may have other reasons").toBe(2);
  core.given(200 * FREE, 200);
  core.given(200 * TAKEN, 200);
  expect(core.threads(), "nor may two with a fast one between").toBe(2);
  core.given(200 * TAKEN, 200);
  expect(core.threads()).toBe(1);
  for (let page = 0; page < 2; page++) core.given(200 * FREE, 200);
  expect(core.threads()).toBe(2);
});

test("runs that are too short to tell are taken together", () => {
  const core = secondCore(8);
  for (let run = 0; run < 14; run++) core.given(20 * TAKEN, 20);
  expect(core.threads()).toBe(2);
  for (let run = 0; run < 2; run++) core.given(20 * TAKEN, 20);
  expect(core.threads()).toBe(1);
});

test("on one core there is no second thread", () => {
  const core = secondCore(1);
  for (let page = 0; page < 5; page++) core.given(200 * FREE, 200);
  expect(core.threads()).toBe(1);
});
