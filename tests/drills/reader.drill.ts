/** What a reader may take, by the clock. Wants the machine to itself. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { work } from "#documents/pool/work.ts";
import { openReader } from "#documents/read-document.ts";
import { figure } from "../support/figure.ts";

test("F18: a reader that asks for 2 GB is ended within 2 s, with a word about the resource limit", async () => {
  const tempDir = await mkdtemp(path.join(tmpdir(), "winnow-reader-"));
  const entry = fileURLToPath(import.meta.resolve("#documents/testing/misbehaving-child.ts"));
  await using stack = new AsyncDisposableStack();
  stack.defer(() => rm(tempDir, { recursive: true, force: true }));
  const reader = stack.use(openReader({ tessdataDir: "", tempDir, size: 1, entry }));
  const from = performance.now();
  // This child does what the name of the work says.
  await expect(reader.work(work("eat"), null, Buffer.from("x"), new AbortController().signal)).rejects.toMatchObject({
    code: "deadline_exceeded",
    publicMessage: expect.stringContaining("resource limit"),
  });
  const ms = performance.now() - from;
  figure("document", `a reader that asks for 2 GB was ended after ${Math.ceil(ms)} ms`);
  expect(ms).toBeLessThan(2_000);
});
