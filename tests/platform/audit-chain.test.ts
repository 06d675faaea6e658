/** The audit log is only ever added to; whoever gets around that is found out. */
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { BY_COMMAND, recordAudit } from "#platform/audit.store.ts";
import { verifyAudit } from "#platform/audit-chain.ts";
import { transaction } from "#platform/postgres/transaction.ts";
import { startTestService, type TestService } from "../support/service.ts";

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ worker: false });
});
afterAll(() => service?.[Symbol.asyncDispose]());

const add = (subject: string) => recordAudit(service.forAll.db, { accountId: "acct_of_nobody", ...BY_COMMAND }, "task.deleted", subject);
const verify = () => verifyAudit(service.db, null);

/** As somebody would who owns the database: without the triggers. */
async function meddling(statement: string): Promise<void> {
  await sql
    .raw(`ALTER TABLE audit_lines DISABLE TRIGGER USER; ${statement}; ALTER TABLE audit_lines ENABLE TRIGGER USER`)
    .execute(service.db);
}

test("lines of transactions that run side by side are chained in the order of their commits, without a gap", async () => {
  await Promise.all(Array.from({ length: 40 }, (_, i) => add(`task_é${i}`)));
  await transaction(service.forAll.db, async (tx) => {
    for (const subject of ["a", "b"]) await recordAudit(tx, { accountId: null as never, ...BY_COMMAND }, "task.expired", subject);
  });
  expect(await verify()).toMatchObject({ kind: "whole", lines: 42, head: { seq: 42 } });
  const client = await service.account();
  await client.delete(
    `/v1/templates/${(await client.post("/v1/templates", { name: "t", extraction_schema: { fields: [{ name: "a" }] } })).json.template_id}`,
  );
  expect(await verify()).toMatchObject({ kind: "whole", lines: 44 });
});

test("a transaction that is rolled back leaves no place behind", async () => {
  const before = await verify();
  await transaction(service.forAll.db, async (tx) => {
    await recordAudit(tx, { accountId: "acct_of_nobody", ...BY_COMMAND }, "task.deleted", "never");
    throw new Error("no");
  }).catch(() => undefined);
  expect(await verify()).toEqual(before);
});

describe("nobody changes a line", () => {
  const statements = [
    "UPDATE audit_lines SET subject = 'other' WHERE seq = 3",
    "DELETE FROM audit_lines WHERE seq = 3",
    "TRUNCATE audit_lines",
  ];

  test.each(statements)("the owner of the tables: %s", async (statement) => {
    await expect(sql.raw(statement).execute(service.db)).rejects.toThrow("neither changed nor deleted");
  });

  test.each(statements)("the service: %s", async (statement) => {
    await expect(sql.raw(statement).execute(service.forAll.db)).rejects.toThrow("permission denied");
  });
});

describe("whoever gets around that is found out", () => {
  test("a changed line", async () => {
    await meddling("UPDATE audit_lines SET subject = subject || '!' WHERE seq = 7");
    expect(await verify()).toMatchObject({ kind: "broken", seq: 7 });
    await meddling("UPDATE audit_lines SET subject = rtrim(subject, '!') WHERE seq = 7");
    expect(await verify()).toMatchObject({ kind: "whole" });
  });

  test("a line whose hash was made to fit: the next one does not", async () => {
    await meddling(`UPDATE audit_lines l SET hash = audit_hash((SELECT hash FROM audit_lines WHERE seq = 6), 7, l), actor = actor WHERE seq = 7;
      UPDATE audit_lines l SET ip = '192.0.2.1' WHERE seq = 7;
      UPDATE audit_lines l SET hash = audit_hash((SELECT hash FROM audit_lines WHERE seq = 6), 7, l) WHERE seq = 7`);
    expect(await verify()).toMatchObject({ kind: "broken", seq: 8 });
    await meddling(
      "UPDATE audit_lines SET ip = NULL WHERE seq = 7; UPDATE audit_lines l SET hash = audit_hash((SELECT hash FROM audit_lines WHERE seq = 6), 7, l) WHERE seq = 7",
    );
    expect(await verify()).toMatchObject({ kind: "whole" });
  });

  test("a line that was written around the chain", async () => {
    await meddling("INSERT INTO audit_lines (account_id, action, subject) VALUES ('acct_of_nobody', 'key.created', 'key_1')");
    expect(await verify()).toMatchObject({ kind: "broken" });
    await meddling("DELETE FROM audit_lines WHERE seq IS NULL");
  });

  test("lines that were cut off, when an earlier head is known", async () => {
    const whole = await verify();
    const known = whole.kind === "whole" ? whole.head : null;
    await add("later");
    expect(await verifyAudit(service.db, known)).toMatchObject({ kind: "whole" });
    await meddling(`DELETE FROM audit_lines WHERE seq >= ${known?.seq}`);
    expect(await verify()).toMatchObject({ kind: "whole" });
    expect(await verifyAudit(service.db, known)).toMatchObject({ kind: "broken", seq: known?.seq });
  });

  test("a missing line in between", async () => {
    await meddling("DELETE FROM audit_lines WHERE seq = 5");
    expect(await verify()).toEqual({ kind: "broken", seq: 5, why: "this line is missing" });
  });
});
