/** Event streams: so many of an account at a time, and quiet ones ask nothing of the database. */
import pg from "pg";
import { beforeAll, expect, test } from "vitest";
import { base64, INVOICE, INVOICE_SCHEMA, pdfOf } from "../support/pdf.ts";
import { idleService, type SharedService } from "../support/shared-service.ts";

const STREAMS_MAX = 32;
let service: SharedService;
beforeAll(async () => {
  // Nobody works: a task stays as it is.
  service = await idleService();
});

async function waitingTask() {
  const client = await service.account();
  const id = await client.submit({ file_content: base64(await pdfOf(INVOICE)), extraction_schema: INVOICE_SCHEMA });
  const open = (signal: AbortSignal) =>
    fetch(`${service.url}/api/extractor/v1/tasks/${id}/events`, { headers: { authorization: client.key }, signal });
  return { client, id, open };
}

test("H13c: an account has so many streams at a time; closed ones make room, and another account has its own", async () => {
  const [one, other] = [await waitingTask(), await waitingTask()];
  const closing = new AbortController();
  const answers = await Promise.all(Array.from({ length: STREAMS_MAX }, () => one.open(closing.signal)));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  const late = await one.open(new AbortController().signal);
  expect([late.status, late.headers.get("retry-after")]).toEqual([429, "5"]);
  expect(await late.json()).toMatchObject({ error_code: "rate_limited" });
  const beside = new AbortController();
  expect((await other.open(beside.signal)).status).toBe(200);
  closing.abort();
  await expect.poll(async () => (await one.open(beside.signal)).status).toBe(200);
  beside.abort();
});

test("H13c: a quiet stream goes on while its task's row cannot be read, as it is not looked at all the time", {
  timeout: 300_000,
}, async () => {
  const { open } = await waitingTask();
  const closing = new AbortController();
  const reader = (await open(closing.signal)).body?.pipeThrough(new TextDecoderStream()).getReader();
  expect((await reader?.read())?.value).toContain("event: status");
  const blocker = new pg.Client({ connectionString: service.databaseUrl });
  await blocker.connect();
  await blocker.query("BEGIN; LOCK TABLE tasks IN ACCESS EXCLUSIVE MODE");
  for (let comment = 0; comment < 3; comment++) expect(await reader?.read()).toEqual({ done: false, value: ": still here\n\n" });
  await blocker.end();
  closing.abort();
});
