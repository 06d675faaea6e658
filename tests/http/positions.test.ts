/** A résumé's file is opened once: when it is read. Its position may change as often as it likes. */
import { connect, createServer } from "node:net";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { freePort } from "../support/free-port.ts";
import { fileOf, photographedResume, resumePdf } from "../support/resumes.ts";
import { type S3Server, startS3Server } from "../support/s3-server.ts";
import { startTestService, type TestService } from "../support/service.ts";

type Client = Awaited<ReturnType<TestService["account"]>>;

const stack = new AsyncDisposableStack();
let service: TestService;
/** What is asked of the bucket: the names of the files that are read. */
let opened: string[] = [];
beforeAll(async () => {
  const store: S3Server = stack.use(await startS3Server());
  const port = await freePort();
  const counting = createServer((caller) => {
    const bucket = connect(store.port, "127.0.0.1");
    const both = [caller, bucket];
    for (const socket of both) socket.on("error", () => both.forEach((each) => void each.destroy()));
    caller.on("data", (bytes) => {
      for (const [, name = ""] of bytes.toString("latin1").matchAll(/GET (\S{1,300}) HTTP/g)) if (/\/app_/.test(name)) opened.push(name);
    });
    caller.pipe(bucket).pipe(caller);
  });
  await new Promise<void>((resolve) => counting.listen(port, "127.0.0.1", resolve));
  stack.defer(() => void counting.close());
  for (const [name, value] of Object.entries(store.credentials)) vi.stubEnv(name, value);
  service = stack.use(await startTestService({ env: { WINNOW_STORAGE_URL: store.urlBy(port) } }));
});
afterAll(async () => {
  await stack.disposeAsync();
  vi.unstubAllEnvs();
});

const skills = (...names: string[]) => ({ title: "Engineer", required_skills: names.map((name) => ({ name })) });

/** The applications, once all are evaluated. */
async function evaluated(client: Client, base: string) {
  await expect.poll(async () => (await client.get(base)).json.applications.processing).toBe(0);
  return (await client.get(`${base}/applications`)).json.applications;
}

test("reading, scoring and every change of the skills open each file once; its scores are those of a new reading", async () => {
  const client = await service.account();
  const { json: position } = await client.post("/recruit/positions", skills("Python", "SQL"));
  const base = `/recruit/positions/${position.position_id}`;
  const person = { name: "Ada Muster", email: "ada@example.com" };
  const files = [fileOf("typed.pdf", await resumePdf(person)), fileOf("photo.png", await photographedResume())];
  opened = [];
  expect(await client.post(`${base}/resumes`, { files })).toMatchObject({ status: 200 });
  const first = await evaluated(client, base);
  expect(first.map(({ status }: { status: string }) => status)).toEqual(["evaluated", "evaluated"]);
  expect([opened.length, new Set(opened).size]).toEqual([2, 2]);

  for (const named of [["Rust", "SQL"], ["Excel"]]) {
    await client.put(base, skills(...named));
    const again = await evaluated(client, base);
    for (const { skills: scores } of again) expect(Object.keys(scores)).toEqual(named);
  }
  const ids: string[] = first.map(({ application_id }: { application_id: string }) => application_id);
  const score = (application_id: string) => {
    const job_details = skills("Python", "SQL", "communication");
    return client.post("/recruit/evaluate", { job_id: "job-of-theirs", application_id, job_details });
  };
  const kept = await Promise.all(ids.map(score));
  expect(opened).toHaveLength(2);

  // As after a change of what claims are made from.
  await sql`UPDATE stored_resumes SET claims = NULL WHERE account_id = ${client.accountId}`.execute(service.db);
  const anew = await Promise.all(ids.map(score));
  expect(opened.length).toBeGreaterThan(2);
  const compared = ({ json: { skills, explanation, warnings, overall_score } }: (typeof kept)[number]) => {
    return { skills, explanation, warnings, overall_score };
  };
  expect(kept.map(compared)).toEqual(anew.map(compared));
  const before = opened.length;
  await Promise.all(ids.map(score));
  expect(opened).toHaveLength(before);
});

test("viewing an application opens no file and shows its pages; a picture of one does open it", async () => {
  const client = await service.account();
  const { json: position } = await client.post("/recruit/positions", skills("Python"));
  const base = `/recruit/positions/${position.position_id}`;
  const person = { name: "Ada Muster", email: "ada@example.com" };
  const files = [fileOf("typed.pdf", await resumePdf(person)), fileOf("photo.png", await photographedResume())];
  await client.post(`${base}/resumes`, { files });
  const applications = await evaluated(client, base);
  opened = [];
  for (const { application_id } of applications) {
    const { json } = await client.get(`/recruit/applications/${application_id}`);
    expect(json.document).toEqual({ page_count: 1, pages: [{ number: 1, width: expect.any(Number), height: expect.any(Number) }] });
    expect(json.resume).not.toBeNull();
  }
  expect(opened).toEqual([]);
  await client.call("GET", `/recruit/applications/${applications[0].application_id}/pages/1.png?width=60`);
  expect(opened).toHaveLength(1);
});
