import { expect, test } from "vitest";
import { type EvaluatedDocument, withDuplicates } from "./duplicates.ts";
import type { Read } from "./tables.ts";

const read = (digest: string | null): Read => ({
  tally: [],
  entirelyRight: true,
  broken: [],
  ...(digest === null ? {} : { digest: { digest, days: 30 } }),
});
const document = (taskId: string, day: string, now: string | null, before: string | null): EvaluatedDocument => ({
  id: taskId,
  taskId,
  createdAt: new Date(`${day}T12:00:00Z`),
  outcome: { now: read(now), before: read(before), ms: 0, usage: { pages: 1, input_tokens: 0, output_tokens: 0, cost_usd: 0 } },
});
const brokenBy = (documents: EvaluatedDocument[]) =>
  withDuplicates(documents).map(({ taskId, outcome: { now, before } }) => [
    taskId,
    now.broken?.map(({ message }) => message),
    before?.broken?.map(({ message }) => message),
  ]);

test("the later of two equal documents is the duplicate, by what each version reads", () => {
  const documents = [document("c", "2026-03-20", "x", "y"), document("b", "2026-03-10", "x", "x"), document("a", "2026-03-01", "x", "y")];
  expect(brokenBy(documents)).toEqual([
    ["c", ["The same document was read before: b and 1 more."], ["The same document was read before: a."]],
    ["b", ["The same document was read before: a."], []],
    ["a", [], []],
  ]);
});

test("documents further apart than the rule says are none, nor are those without a value", () => {
  const documents = [
    document("c", "2026-04-01", "x", null),
    document("b", "2026-03-01", "x", null),
    document("a", "2026-03-01", null, null),
  ];
  expect(brokenBy(documents)).toEqual([
    ["c", [], []],
    ["b", [], []],
  ]);
});

test("what they are compared by is forgotten", () => {
  expect(JSON.stringify(withDuplicates([document("a", "2026-03-01", "keyed-hash", "keyed-hash")]))).not.toContain("keyed-hash");
});
