import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { readdir, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { compiledFor } from "./compiled.ts";

const folder = mkdtempSync(path.join(tmpdir(), "compiled-test-"));
const own = path.join(folder, "own");
mkdirSync(own);
afterAll(() => rmSync(folder, { recursive: true }));

/** Like a reader: written by another user and writable for everybody. */
function compiles(name: string): ReturnType<typeof compiledFor> {
  const compiled = compiledFor(path.join(folder, name), own);
  const written = compiled.env.NODE_COMPILE_CACHE ?? "";
  if (written.startsWith(own)) return compiled;
  mkdirSync(path.join(written, "v1"), { recursive: true });
  writeFileSync(path.join(written, "v1", "module"), name, { mode: 0o666 });
  return compiled;
}

test("what a reader compiled before its first document serves later ones, which cannot write it", async () => {
  await Promise.all(["one", "two"].map((name) => compiles(name).keep()));
  const later = compiledFor(path.join(folder, "three"), own).env.NODE_COMPILE_CACHE ?? "";
  expect(path.dirname(later)).toBe(own);
  const places = [later, ...(await readdir(later, { recursive: true })).map((name) => path.join(later, name))];
  expect(places.length).toBeGreaterThan(2);
  for (const place of places) {
    const { uid, mode } = await stat(place);
    expect([place, uid, mode & 0o022]).toEqual([place, process.getuid?.(), 0]);
  }
  await compiles("four").keep();
  expect(await readdir(own)).toEqual([path.basename(later)]);
});
