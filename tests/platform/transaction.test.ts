/** Transactions that get into each other's way. */
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { afterCommit, transaction } from "#platform/postgres/transaction.ts";
import { startTestService, type TestService } from "../support/service.ts";

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ worker: false });
});
afterAll(() => service?.[Symbol.asyncDispose]());

test("two that wait for each other's rows both end, and each tells of its commit once", async () => {
  const { db } = service.forAll;
  const [a, b] = await Promise.all([service.account(), service.account()]);
  const both = Promise.withResolvers<void>();
  let held = 0;
  const told: string[] = [];
  const rename = (tx: Parameters<Parameters<typeof transaction>[1]>[0], id: string, name: string) =>
    sql`UPDATE accounts SET name = name || ${name} WHERE id = ${id}`.execute(tx);
  const crossing = (first: string, second: string, name: string) =>
    transaction(db, async (tx) => {
      afterCommit(tx, () => told.push(name));
      await rename(tx, first, name);
      if (++held === 2) both.resolve();
      await both.promise;
      await rename(tx, second, name);
    });
  await Promise.all([crossing(a.accountId, b.accountId, "x"), crossing(b.accountId, a.accountId, "y")]);
  const names = await db.selectFrom("accounts").select("name").where("id", "in", [a.accountId, b.accountId]).execute();
  expect(names.map(({ name }) => [...name].sort().join(""))).toEqual(["xy", "xy"]);
  expect(told.sort()).toEqual(["x", "y"]);
});
