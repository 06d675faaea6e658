/** The nearest examples are those that the database has now, whatever was written and forgotten since the last question. */
import fc from "fast-check";
import { sql } from "kysely";
import { beforeAll, expect, test, vi } from "vitest";
import { newId } from "#contract/ids.ts";
import { deleteLayouts, forgetExample, insertLayout, putExample, type Scope } from "#memory/memory.store.ts";
import { nearestLayout } from "#memory/memory.ts";
import { nearestExamples } from "#memory/signatures.ts";
import type { Db } from "#platform/postgres/db.ts";
import { transaction } from "#platform/postgres/transaction.ts";
import { type Mark, signatureOf } from "#structure/layout/marks.ts";
import { type SharedService, sharedService } from "../support/shared-service.ts";

const NEAREST = 8;
let service: SharedService;
let accountId: string;
beforeAll(async () => {
  service = await sharedService();
  accountId = (await service.account()).accountId;
});

/** Marks of a few words, so that layouts are more or less alike. */
const marksOf = (words: readonly number[]): Mark[] => words.map((word, i) => [word, 40 + 60 * i, 80 + 60 * i, 100 * (1 + (word % 7))]);

async function write(db: Db, scope: Scope, taskId: string, words: readonly number[]): Promise<void> {
  const marks = marksOf(words);
  const lesson = { marks, example: { fields: {}, tables: {} }, sha256: null };
  await transaction(db, async (tx) => {
    const layoutId = await insertLayout(tx, scope);
    await putExample(tx, scope, { taskId, layoutId, signature: signatureOf(marks), lesson, reviewedAt: new Date(), read: 1, right: 1 });
  });
}

/** As PostgreSQL counts them. */
async function distances(scope: Scope, signature: string, taskIds: readonly string[] | null): Promise<number[]> {
  const { rows } = await sql<{ distance: number }>`SELECT bit_count(signature # ${signature}::bit(1024)) AS distance FROM memory_examples
    WHERE account_id = ${accountId} AND scope = ${scope.scope} AND (${taskIds}::text[] IS NULL OR task_id = ANY(${taskIds}::text[]))
    ORDER BY distance LIMIT ${NEAREST}`.execute(service.db);
  return rows.map(({ distance }) => Number(distance));
}

const words = fc.array(fc.nat(40), { minLength: 3, maxLength: 12 });
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant("write" as const), task: fc.nat(19), words }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("forget" as const), task: fc.nat(19), words }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("forget all" as const), task: fc.nat(19), words }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant("ask" as const), task: fc.nat(19), words }) },
);

test("after any reviews, corrections and forgetting the same examples are near as by a count in the database", {
  timeout: 300_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 40 }), async (steps) => {
      const scope = { accountId, scope: newId("tpl") };
      const id = (task: number) => `${scope.scope}_${task}`;
      for (const each of [...steps, { kind: "ask" as const, task: 0, words: [1, 2, 3] }]) {
        if (each.kind === "write") await write(service.db, scope, id(each.task), each.words);
        if (each.kind === "forget") await transaction(service.db, (tx) => forgetExample(tx, accountId, id(each.task)));
        if (each.kind === "forget all") await deleteLayouts(service.db, scope);
        if (each.kind !== "ask") continue;
        const signature = signatureOf(marksOf(each.words));
        const near = (await nearestExamples(service.db, scope, signature, NEAREST)).map(({ task_id }) => task_id);
        expect(await distances(scope, signature, near)).toEqual(await distances(scope, signature, null));
        expect(new Set(near).size).toBe(near.length);
      }
    }),
    { numRuns: 15 },
  );
});

test("what another process wrote is found by the next question, and what it forgot is not", async () => {
  const scope = { accountId, scope: newId("tpl") };
  const marks = marksOf([1, 2, 3, 4, 5]);
  const question = { marks, signature: signatureOf(marks) };
  const find = () => nearestLayout(service.db, scope, question, () => false);
  expect(await find()).toBeNull();
  // As another process does: this one is told nothing.
  await write(service.db, scope, `${scope.scope}_1`, [1, 2, 3, 4, 5]);
  expect(await find()).toMatchObject({ likeness: 1 });
  await deleteLayouts(service.db, scope);
  expect(await find()).toBeNull();
});

test("what was written under a number that was known, in a database that was set back, is found within ten minutes", async () => {
  const scope = { accountId, scope: newId("tpl") };
  const signature = signatureOf(marksOf([1, 2, 3, 4, 5]));
  const find = async () => (await nearestExamples(service.db, scope, signature, NEAREST)).map(({ task_id }) => task_id);
  await write(service.db, scope, `${scope.scope}_1`, [20, 21, 22]);
  expect(await find()).toHaveLength(1);
  await write(service.db, scope, `${scope.scope}_2`, [1, 2, 3, 4, 5]);
  await transaction(service.db, async (tx) => {
    // Without the trigger that numbers changes.
    await sql`SET LOCAL session_replication_role = replica`.execute(tx);
    await sql`UPDATE memory_examples SET change = 0 WHERE task_id = ${`${scope.scope}_2`}`.execute(tx);
  });
  expect(await find()).toHaveLength(1);
  const later = performance.now() + 10 * 60_000;
  const clock = vi.spyOn(performance, "now").mockReturnValue(later);
  try {
    expect(await find()).toEqual([`${scope.scope}_2`, `${scope.scope}_1`]);
  } finally {
    clock.mockRestore();
  }
});
