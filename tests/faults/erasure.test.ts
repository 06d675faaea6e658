/** An account is erased with everything of it: rows, documents, and who it was in the audit log, whose chain still holds. */
import { readdir } from "node:fs/promises";
import path from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { verifyAudit } from "#platform/audit-chain.ts";
import { becomeOwner } from "../support/dashboard.ts";
import { fillAccount, startJudge } from "../support/filled-account.ts";
import { startTestService, type TestService } from "../support/service.ts";
import { signedIn } from "../support/signed-in.ts";
import { winnowHere } from "../support/winnow-here.ts";

const stack = new AsyncDisposableStack();
let service: TestService;
beforeAll(async () => {
  const judge = stack.use(await startJudge());
  service = stack.use(await startTestService({ env: { ...judge.env("openai"), WINNOW_TRUST_PROXY: "1" } }));
});
afterAll(() => stack.disposeAsync());

test("H13f: nothing of an erased account is left but pseudonymous audit lines, whose chain holds; others keep everything", {
  timeout: 300_000,
}, async () => {
  const { db, config } = service;
  const owner = await becomeOwner(service, "owner@example.com");
  const kept = await signedIn(service, "kept@example.com");
  const person = await fillAccount(service);
  const { email } = person;
  await owner.post("/api/account/v1/invites", { email });
  const before = await verifyAudit(db, null);
  const env = { DATABASE_URL: service.databaseUrl, WINNOW_DATA_DIR: config.dataDir };
  const erase = (...more: string[]) => winnowHere(["accounts", "erase", email, ...more], env);
  expect(await erase()).toMatchObject({ code: 2, stderr: expect.stringContaining("--yes") });
  const told = await erase("--yes");
  expect(told).toMatchObject({ code: 0, stderr: expect.stringContaining("is erased") });
  expect(await erase("--yes")).toMatchObject({ code: 1, stderr: expect.stringContaining("no account") });

  const left = await rowsNaming(service, [email, person.browser.ip]);
  expect(left).toEqual([]);
  expect((await rowsNaming(service, [person.accountId])).map(({ table }) => table).filter((table) => !JOBS.includes(table))).toEqual([
    "audit_lines",
  ]);
  expect(await readdir(path.join(service.documentsDir, person.accountId)).catch(() => [])).toEqual([]);
  expect((await person.client.get("/v1/tasks")).status).toBe(401);
  expect((await person.browser.get("/api/account/v1/session")).status).toBe(401);

  const after = await verifyAudit(db, null);
  expect(after).toMatchObject({ kind: "whole", lines: (before.kind === "whole" ? before.lines : 0) + 1 });
  expect(told.stdout).toBe(after.kind === "whole" ? `${after.head?.seq}:${after.head?.hash}\n` : "");
  await expect(sql`UPDATE audit_lines SET subject = 'x'`.execute(db)).rejects.toThrow("neither changed nor deleted");
  expect((await kept.browser.get("/api/account/v1/session")).status).toBe(200);
});

/** Counts of requests hold names and addresses for two minutes. */
const SHORT_LIVED = ["rate_cells"];
/** Jobs that have ended keep the id of their account, which is nobody any more, for some days. */
const JOBS = ["job", "job_common"];

/** Rows of any other table whose text holds one of the words. */
async function rowsNaming({ db }: TestService, words: string[]): Promise<{ table: string; word: string }[]> {
  const { rows: tables } = await sql<{ schema: string; name: string }>`
    SELECT schemaname AS schema, tablename AS name FROM pg_tables WHERE schemaname NOT IN ('pg_catalog', 'information_schema') AND NOT tablename = ANY(${SHORT_LIVED})`.execute(
    db,
  );
  const found: { table: string; word: string }[] = [];
  for (const { schema, name } of tables)
    for (const word of words) {
      const { rows } = await sql`SELECT FROM ${sql.id(schema, name)} AS t WHERE t::text LIKE ${`%${word}%`} LIMIT 1`.execute(db);
      if (rows.length > 0) found.push({ table: name, word });
    }
  return found;
}
