import { accessSync, constants } from "node:fs";
import { expect, test } from "vitest";
import { compiledIn } from "./data-dir.ts";

test("what Node compiled serves every data dir, from a folder that this user can write to", () => {
  const folder = compiledIn("/data/one");
  expect(compiledIn("/data/two")).toBe(folder);
  expect(() => accessSync(folder, constants.W_OK)).not.toThrow();
});
