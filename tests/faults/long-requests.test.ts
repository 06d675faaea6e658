/** A request with an Idempotency-Key that takes longer than its key is held without news: still one effect, and an answer is kept with its commit only. */
import { sql } from "kysely";
import { beforeAll, expect, test } from "vitest";
import type { Client } from "../support/client.ts";
import { startReceiver } from "../support/receiver.ts";
import { RESUME_TEXT } from "../support/resumes.ts";
import { idleService, type SharedService } from "../support/shared-service.ts";
import { validBodies } from "../support/valid-bodies.ts";

let service: SharedService;
beforeAll(async () => {
  service = await idleService();
});

const required_skills = [{ name: "Python", type: "technical", required: true }];
const KEY = { "idempotency-key": "long" };

/** An evaluation whose résumé comes when `release` is called; every later request for it is answered at once. */
async function heldEvaluation(client: Client) {
  const held = Promise.withResolvers<void>();
  const server = await startReceiver(async (_request, response, count) => {
    if (count === 1) await held.promise;
    response.end(RESUME_TEXT);
  });
  const body = { job_id: "j", application_id: "a", resume_url: `${server.url}/a.txt`, job_details: { required_skills } };
  const send = () => client.post("/recruit/evaluate", body, KEY);
  const first = send();
  await expect.poll(() => server.received.length).toBe(1);
  return { first, send, release: () => held.resolve(), [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() };
}

/** As if so much time had passed since the key was last heard of. */
const age = ({ accountId }: { accountId: string }, seconds: number) =>
  sql`UPDATE idempotency_keys SET created_at = created_at - make_interval(secs => ${seconds}) WHERE account_id = ${accountId}`.execute(
    service.db,
  );
const silentSeconds = async ({ accountId }: { accountId: string }): Promise<number> => {
  const { rows } = await sql<{ s: number }>`SELECT extract(epoch FROM now() - created_at)::float8 AS s FROM idempotency_keys
    WHERE account_id = ${accountId}`.execute(service.db);
  return rows[0]?.s ?? Number.NaN;
};
const evaluationsOf = async ({ accountId }: { accountId: string }): Promise<number> =>
  (await service.db.selectFrom("evaluations").select("id").where("account_id", "=", accountId).execute()).length;

test("H08: while the first request works its key is renewed, and a repetition after 80 s has no effect of its own", async () => {
  const client = await service.account();
  await using evaluation = await heldEvaluation(client);
  for (let i = 0; i < 2; i++) {
    await age(client, 40);
    await expect.poll(() => silentSeconds(client)).toBeLessThan(20);
  }
  expect(await evaluation.send()).toMatchObject({ status: 400, json: { error_code: "idempotency_in_progress" } });
  evaluation.release();
  const first = await evaluation.first;
  const again = await evaluation.send();
  expect([first.status, again.status, again.text]).toEqual([200, 200, first.text]);
  expect(await evaluationsOf(client)).toBe(1);
});

test("H08: a request whose key was given to another, because nothing was heard of it, keeps nothing", async () => {
  const client = await service.account();
  await using evaluation = await heldEvaluation(client);
  await age(client, 61);
  const second = await evaluation.send();
  evaluation.release();
  const first = await evaluation.first;
  expect([first.status, second.status]).toEqual([400, 200]);
  expect((await evaluation.send()).text).toBe(second.text);
  expect(await evaluationsOf(client)).toBe(1);
});

test.each(["extract-async", "extract-resumes", "evaluate"])(
  "H08: when the commit of %s is refused, its key is free at once",
  async (route) => {
    const client = await service.account();
    const bodies = await validBodies();
    const [path, body, table] = {
      "extract-async": ["/v1/extract-async", bodies.ExtractAsyncRequest, "tasks"],
      "extract-resumes": ["/recruit/extract-resumes", bodies.ExtractResumesRequest, "batches"],
      evaluate: ["/recruit/evaluate", bodies.EvaluateRequest, "evaluations"],
    }[route] as [string, object, string];
    await sql`CREATE OR REPLACE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RAISE EXCEPTION ''refused''; END'`.execute(
      service.db,
    );
    await sql`CREATE CONSTRAINT TRIGGER refusing AFTER INSERT ON ${sql.table(table)} DEFERRABLE INITIALLY DEFERRED
    FOR EACH ROW EXECUTE FUNCTION refuse()`.execute(service.db);
    const refused = await client.post(path, body, KEY);
    await sql`DROP TRIGGER refusing ON ${sql.table(table)}`.execute(service.db);
    expect(refused.status).toBe(500);
    const again = await client.post(path, body, KEY);
    expect([again.status, again.headers.get("idempotent-replayed")]).toEqual([200, null]);
  },
);
