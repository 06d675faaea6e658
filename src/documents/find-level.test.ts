import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, expect, test } from "vitest";
import { findLevel } from "./find-level.ts";

const tempDir = mkdtempSync(path.join(tmpdir(), "find-level-test-"));
chmodSync(tempDir, 0o711);
afterAll(() => rmSync(tempDir, { recursive: true }));
const dirs = { tessdataDir: "", tempDir };

test("a child that loads nothing finds the level that readers are confined by", async () => {
  const entry = fileURLToPath(new URL("./child/main.ts", import.meta.url));
  expect(await findLevel({ ...dirs, entry }, true)).toBe(await findLevel({ ...dirs, entry }, false));
});

test("the first start of a version fails with a message if a reader cannot load its libraries", { timeout: 60_000 }, async () => {
  const entry = path.join(tempDir, "broken.mjs");
  writeFileSync(entry, 'import "a-library-that-is-not-there";', { mode: 0o644 });
  await expect(findLevel({ ...dirs, entry }, false)).rejects.toMatchObject({ code: "internal" });
});
