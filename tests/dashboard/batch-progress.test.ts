/** What the dashboard says of a batch: how far it is, how fast, how long it still takes; and which files it takes. */
import { expect, test } from "vitest";
import { chosenOf, sizeOf } from "../../dashboard/src/batches/chosen.ts";
import { durationOf, progressOf, rateOf } from "../../dashboard/src/batches/progress.ts";
import type { Schemas } from "../../sdk/src/client.ts";

type BatchSummary = Schemas["ExtractBatchSummary"];

const MINUTE_MS = 60_000;
const START = Date.parse("2026-11-27T00:00:00Z");

const batch = (counts: Partial<BatchSummary["counts"]>, more: Partial<BatchSummary> = {}): BatchSummary => ({
  batch_id: "bat_1",
  status: "processing",
  created_at: new Date(START).toISOString(),
  completed_at: null,
  total: 100,
  counts: { processing: 0, retrying: 0, completed: 0, failed: 0, ...counts },
  template: null,
  metadata: {},
  webhook: null,
  ...more,
});

test("the time that is left follows from the rate so far", () => {
  const progress = progressOf(batch({ completed: 45, failed: 5, processing: 48, retrying: 2 }), START + 5 * MINUTE_MS);
  expect(progress).toEqual({ done: 50, failed: 5, open: 50, share: 0.5, perMinute: 10, secondsLeft: 300 });
});

test("nothing is said of rate and time before the first document is done, nor of time when all are", () => {
  expect(progressOf(batch({ processing: 100 }), START)).toMatchObject({ share: 0, perMinute: null, secondsLeft: null });
  const completed_at = new Date(START + 2 * MINUTE_MS).toISOString();
  const ended = batch({ completed: 100 }, { completed_at });
  expect(progressOf(ended, START + 99 * MINUTE_MS)).toMatchObject({ share: 1, perMinute: 50, secondsLeft: null });
});

test("documents that were deleted are not waited for", () => {
  expect(progressOf(batch({ completed: 3 }), START + MINUTE_MS)).toMatchObject({ done: 3, open: 0, share: 1 });
});

test("times, rates and sizes are said as people do", () => {
  expect([20, 61, 600, 3600, 9000].map(durationOf)).toEqual([
    "less than a minute",
    "about 1 minute",
    "about 10 minutes",
    "about 1 hour",
    "about 3 hours",
  ]);
  expect([0.26, 9.84, 1234.4].map(rateOf)).toEqual(["0.3 a minute", "9.8 a minute", "1,234 a minute"]);
  expect([10, 2048, 3_670_016].map(sizeOf)).toEqual(["1 kB", "2 kB", "3.5 MB"]);
});

test("files that are empty, too large or too many are left out by name, and one that is chosen twice is one", () => {
  const file = (name: string, bytes: number) => new File([new Uint8Array(bytes)], name, { lastModified: 1 });
  const { files, refused } = chosenOf([file("a", 1), file("a", 1), file("empty", 0), file("large", 10 * 1024 * 1024 + 1)]);
  expect(files.map(({ name }) => name)).toEqual(["a"]);
  expect(refused).toEqual([
    { name: "empty", why: "empty" },
    { name: "large", why: "larger than 10 MB" },
  ]);
  const many = chosenOf(Array.from({ length: 1_001 }, (_, i) => file(`${i}`, 1)));
  expect([many.files.length, many.refused]).toEqual([1_000, [{ name: "1000", why: "more than 1,000" }]]);
});
