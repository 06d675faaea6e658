/** How long the applications of a position are kept when it says so itself: the time passes in the database. */
import { sql } from "kysely";
import { beforeAll, describe, expect, test } from "vitest";
import { forgetExpiredResumes } from "#recruiting/batches/maintenance.ts";
import type { Client } from "../../support/client.ts";
import { colleague } from "../../support/colleague.ts";
import { passDays } from "../../support/database-state.ts";
import { fileOf, RESUME_TEXT } from "../../support/resumes.ts";
import { type SharedService, sharedService } from "../../support/shared-service.ts";
import { signedIn } from "../../support/signed-in.ts";

type Account = Client & { accountId: string };
type Applied = { position: string; application: string; evaluation: string; job: string };

let service: SharedService;
beforeAll(async () => {
  service = await sharedService();
});

const SKILLS = [{ name: "Python", type: "technical", required: true }];
const body = (more: object = {}) => ({ title: "Engineer", required_skills: SKILLS, ...more });
const positionOf = ({ position }: Applied) => `/recruit/positions/${position}`;
const change = (client: Client, applied: Applied, more: object) => client.put(positionOf(applied), body(more));

/** A position with an evaluated application, of whose groups something is stored. */
async function applied(client: Account, more: object = {}): Promise<Applied> {
  const { json } = await client.post("/recruit/positions", body(more));
  const path = `/recruit/positions/${json.position_id}`;
  const sent = await client.post(`${path}/resumes`, { files: [fileOf("mia.txt", RESUME_TEXT)] });
  const first = await evaluated(client, path);
  await client.put(`${path}/groups`, { groups: { [first.application_id]: { sex: "female" } } });
  return { position: json.position_id, application: first.application_id, evaluation: first.evaluation_id, job: sent.json.job_id };
}

async function evaluated(client: Client, path: string): Promise<{ application_id: string; evaluation_id: string }> {
  const list = async () => (await client.get(`${path}/applications`)).json.applications;
  await expect.poll(async () => (await list())[0]?.status).toBe("evaluated");
  return (await list())[0];
}

/** Which parts are still there after maintenance. */
async function left(client: Account, { position, application, evaluation, job }: Applied) {
  await forgetExpiredResumes(service.forAll);
  const isThere = async (path: string) => (await client.get(`/recruit${path}`)).status === 200;
  const groups = await sql`SELECT 1 FROM application_groups WHERE application_id = ${application}`.execute(service.db);
  const claims = await sql`SELECT 1 FROM stored_resumes WHERE application_id = ${application}`.execute(service.db);
  return {
    position: await isThere(`/positions/${position}`),
    application: await isThere(`/applications/${application}`),
    reading: await isThere(`/resumes/${application}`),
    batch: await isThere(`/extraction-status/${job}`),
    evaluation: await isThere(`/evaluations/${evaluation}`),
    claims: claims.rows.length === 1,
    groups: groups.rows.length === 1,
    file: (await service.deps.blobs.get(`${client.accountId}/${application}`)) !== null,
  };
}

const part = (is: boolean) => ({ application: is, reading: is, batch: is, evaluation: is, claims: is, groups: is, file: is });
const ALL = { position: true, ...part(true) };
const NONE = { position: true, ...part(false) };

describe("retention_days of a position", () => {
  test("deletes its applications with all that was made of them after so many days; other positions keep theirs", async () => {
    const client = await service.account();
    const short = await applied(client, { retention_days: 7 });
    const usual = await applied(client);
    await passDays(service.db, client.accountId, 6);
    expect(await left(client, short)).toEqual(ALL);
    await passDays(service.db, client.accountId, 2);
    expect(await left(client, short)).toEqual(NONE);
    expect(await left(client, usual)).toEqual(ALL);
  });

  test("keeps them longer than the service's 30 days", async () => {
    const client = await service.account();
    const long = await applied(client, { retention_days: 200 });
    const usual = await applied(client);
    await passDays(service.db, client.accountId, 199);
    expect(await left(client, long)).toEqual(ALL);
    expect(await left(client, usual)).toEqual(NONE);
    await passDays(service.db, client.accountId, 2);
    expect(await left(client, long)).toEqual(NONE);
  });

  test("counts for what is stored already when it changes, also back to the service's rule", async () => {
    const client = await service.account();
    const [shortened, prolonged, reset] = [await applied(client), await applied(client), await applied(client, { retention_days: 400 })];
    await passDays(service.db, client.accountId, 10);
    await change(client, shortened, { retention_days: 9 });
    await change(client, prolonged, { retention_days: 60 });
    await change(client, reset, { retention_days: null });
    expect(await left(client, shortened)).toEqual(NONE);
    await passDays(service.db, client.accountId, 21);
    expect(await left(client, prolonged)).toEqual(ALL);
    expect(await left(client, reset)).toEqual(NONE);
    await passDays(service.db, client.accountId, 30);
    expect(await left(client, prolonged)).toEqual(NONE);
  });

  test("is not prolonged by evaluating again, for other skills or another job", async () => {
    const client = await service.account();
    const short = await applied(client, { retention_days: 7 });
    await passDays(service.db, client.accountId, 6);
    await change(client, short, { required_skills: [{ name: "SQL" }] });
    const { evaluation_id: later } = await evaluated(client, positionOf(short));
    const ask = { job_id: "another", application_id: short.application, job_details: { required_skills: SKILLS } };
    const { json: third } = await client.post("/recruit/evaluate", ask);
    await passDays(service.db, client.accountId, 2);
    expect(await left(client, short)).toEqual(NONE);
    for (const id of [later, third.evaluation_id]) expect((await client.get(`/recruit/evaluations/${id}`)).status).toBe(404);
    expect((await client.post("/recruit/evaluate", ask)).json.error_code).toBe("resume_missing");
  });

  test("counts also for what a node of the version before wrote, which gives it the service's time", async () => {
    const client = await service.account();
    const short = await applied(client, { retention_days: 7 });
    for (const table of ["batches", "evaluations", "stored_resumes"])
      await sql`UPDATE ${sql.table(table)} SET expires_at = now() + interval '30 days' WHERE account_id = ${client.accountId}`.execute(
        service.db,
      );
    await passDays(service.db, client.accountId, 8);
    expect(await left(client, short)).toEqual(NONE);
  });

  test("counts for what `evaluate` was given with the position as its job", async () => {
    const client = await service.account();
    const { json: made } = await client.post("/recruit/positions", body({ retention_days: 7 }));
    const ask = { job_id: made.position_id, application_id: "theirs", job_details: { required_skills: SKILLS } };
    const { json } = await client.post("/recruit/evaluate", { ...ask, resume_text: RESUME_TEXT });
    await passDays(service.db, client.accountId, 8);
    await forgetExpiredResumes(service.forAll);
    expect((await client.get(`/recruit/evaluations/${json.evaluation_id}`)).status).toBe(404);
    expect((await client.post("/recruit/evaluate", ask)).json.error_code).toBe("resume_missing");
  });

  test("leaves the lines of the audit log, which name ids only", async () => {
    const client = await service.account();
    const short = await applied(client);
    await change(client, short, { retention_days: 7 });
    await passDays(service.db, client.accountId, 8);
    expect(await left(client, short)).toEqual(NONE);
    const lines = await service.db
      .selectFrom("audit_lines")
      .selectAll()
      .where("account_id", "=", client.accountId)
      .orderBy("seq")
      .execute();
    const of = (id: string) => lines.filter(({ subject }) => subject === id).map(({ action }) => action);
    expect(of(short.evaluation)).toEqual(["evaluation.created"]);
    expect(of(short.position)).toEqual(["position.groups_stored", "position.retention_set"]);
    expect(of(short.job)).toEqual(["resume_job.expired"]);
    expect(JSON.stringify(lines)).not.toMatch(/Mia|Muster|Python/);
  });

  test("is told in replies, is kept by a change that does not name it, and is null for the service's rule", async () => {
    const client = await service.account();
    const { json: made } = await client.post("/recruit/positions", body({ retention_days: 3650 }));
    expect(made.retention_days).toBe(3650);
    const path = `/recruit/positions/${made.position_id}`;
    expect((await client.put(path, body({ title: "Baker" }))).json).toMatchObject({ title: "Baker", retention_days: 3650 });
    expect((await client.put(path, body({ retention_days: 1 }))).json.retention_days).toBe(1);
    expect((await client.get("/recruit/positions")).json.positions[0].retention_days).toBe(1);
    expect((await client.put(path, body({ retention_days: null }))).json.retention_days).toBeNull();
    expect((await client.post("/recruit/positions", body())).json.retention_days).toBeNull();
  });

  test.each([0, -1, 3651, 1.5, "7"])("of %j is refused with what may be entered", async (retention_days) => {
    const client = await service.account();
    const { status, json } = await client.post("/recruit/positions", body({ retention_days }));
    expect([status, json.detail.length, json.detail[0].loc]).toEqual([422, 1, ["body", "retention_days"]]);
    expect(json.detail[0].msg).toBe("Enter whole days from 1 to 3650, or null for the service's rule.");
  });

  test("is for admins to change", async () => {
    const owner = await signedIn(service);
    const { json: made } = await owner.client.post("/recruit/positions", body());
    const path = `/api/recruit/v1/positions/${made.position_id}`;
    for (const role of ["viewer", "reviewer"] as const) {
      const { browser } = await colleague(service, owner, role);
      expect((await browser.call("PUT", path, body({ retention_days: 1 }))).json.error_code).toBe("role_too_low");
    }
    const admin = await colleague(service, owner, "admin");
    expect((await admin.browser.call("PUT", path, body({ retention_days: 1 }))).json.retention_days).toBe(1);
  });
});
