/** GET /api/extractor/v1/tasks: finding tasks by text, time and review, and the least confident first. */
import { sql } from "kysely";
import { beforeAll, describe, expect, test } from "vitest";
import { newId } from "#contract/ids.ts";
import type { Client } from "../support/client.ts";
import { base64, INVOICE, INVOICE_SCHEMA, pdfOf } from "../support/pdf.ts";
import { startReceiver } from "../support/receiver.ts";
import { type SharedService, sharedService } from "../support/shared-service.ts";

let service: SharedService;
let pdf: string;
beforeAll(async () => {
  service = await sharedService();
  pdf = base64(await pdfOf(INVOICE));
});

const list = async (client: Client, query: Record<string, string>) =>
  (await client.get(`/v1/tasks?${new URLSearchParams(query)}`)).json as {
    tasks: { task_id: string; confidence: number | null; reviewed_at: string | null }[];
    next_cursor: string | null;
  };
const idsOf = async (client: Client, query: Record<string, string>) => (await list(client, query)).tasks.map(({ task_id }) => task_id);
const submit = (client: Client, filename: string, metadata: object = {}) =>
  client.submit({ document: { file_content: pdf, filename }, extraction_schema: INVOICE_SCHEMA, metadata });

/** Completed tasks with these confidences, in the order of their ids. */
async function tasksWith(client: Client & { accountId: string }, confidences: (number | null)[]): Promise<string[]> {
  const ids = confidences.map((_, i) => newId("task", Date.now() + i));
  for (const [i, confidence] of confidences.entries())
    await sql`INSERT INTO tasks (id, account_id, state, stage, finished_at, deadline_at, request, document, confidence) VALUES
      (${ids[i]}, ${client.accountId}, 'completed', 'done', now(), now(), '{}', ${JSON.stringify({ filename: null, url: null, mime_type: null, size_bytes: null, sha256: null, page_count: null, pages: [] })}, ${confidence})`.execute(
      service.db,
    );
  return ids;
}

describe("`q`", () => {
  test("finds the begin of an id, a part of the file's name and text of the metadata, in any case", async () => {
    const client = await service.account();
    const a = await submit(client, "Rechnung_100%_Müller.pdf");
    const b = await submit(client, "invoice-7.PDF", {
      customer: { name: "Ärzte [Nord] & Söhne" },
      note: 'he said "yes"\nthen left',
      order: 4711,
    });
    const all = [b, a];
    for (const [q, found] of [
      [a, [a]],
      [a.toUpperCase(), [a]],
      [a.slice(0, 20), all.filter((id) => id.startsWith(a.slice(0, 20)))],
      ["rechnung", [a]],
      ["MÜLLER", [a]],
      ["  müller ", [a]],
      ["invoice-7.pdf", [b]],
      [".pdf", all],
      ["ärzte [nord] & SÖHNE", [b]],
      ["4711", [b]],
      ['"yes"', [b]],
      ['yes"\nthen', [b]],
      ["customer", [b]],
      ["nothing like it", []],
      ["", all],
      ["   ", all],
    ] as const)
      expect([q, await idsOf(client, { q })]).toEqual([q, found]);
  });

  test("takes every sign for itself: no sign stands for others", async () => {
    const client = await service.account();
    const a = await submit(client, "100%_a.b*(c)[d]^e$f|g\\h+i?j{2}.pdf");
    await submit(client, "100xxaxb.pdf");
    const b = await submit(client, "plain.pdf", { path: "c:\\temp" });
    for (const q of ["%", "_a", "a.b", "b*(", "(c)", "[d]", "^e", "$f|", "\\h", "+i?", "{2}"])
      expect([q, await idsOf(client, { q })]).toEqual([q, [a]]);
    expect(await idsOf(client, { q: "c:\\temp" })).toEqual([b]);
    expect(await idsOf(client, { q: "a%f" })).toEqual([]);
    expect(await idsOf(client, { q: "***=plain" })).toEqual([]);
    expect(await idsOf(client, { q: "(?i)plain" })).toEqual([]);
    expect(await idsOf(client, { q: "plain\u0000" })).toEqual([]);
  });

  test("of more than 200 characters is 422", async () => {
    const client = await service.account();
    expect((await client.get(`/v1/tasks?q=${"x".repeat(200)}`)).status).toBe(200);
    expect((await client.get(`/v1/tasks?q=${"x".repeat(201)}`)).status).toBe(422);
  });

  test("finds nothing of another account", async () => {
    const id = await submit(await service.account(), "secret-name.pdf");
    const other = await service.account();
    expect([...(await idsOf(other, { q: "secret-name" })), ...(await idsOf(other, { q: id }))]).toEqual([]);
  });
});

test("`created_before` and `created_after` cut a time out", async () => {
  const client = await service.account();
  const ids = ["2026-01-01T12:00:00Z", "2026-01-02T12:00:00Z", "2026-01-03T12:00:00Z"].map((at) => newId("task", Date.parse(at)));
  for (const [i, id] of (await tasksWith(client, [0.1, 0.2, 0.3])).entries())
    await sql`UPDATE tasks SET created_at = ${`2026-01-0${i + 1}T12:00:00Z`}::timestamptz, id = ${ids[i]} WHERE id = ${id}`.execute(
      service.db,
    );
  expect(await idsOf(client, { created_before: "2026-01-02T12:00:00Z" })).toEqual([ids[0]]);
  expect(await idsOf(client, { created_before: "2026-01-03T00:00:00+01:00", created_after: "2026-01-01T12:00:00Z" })).toEqual([ids[1]]);
  expect((await client.get("/v1/tasks?created_before=yesterday")).status).toBe(422);
});

describe("`confidence`", () => {
  test("is the least of the fields that have a value, in the list and in the record", async () => {
    const client = await service.account();
    const task = await client.extract({
      file_content: pdf,
      extraction_schema: { fields: [...INVOICE_SCHEMA.fields, { name: "iban", type: "string", description: "IBAN" }] },
    });
    const confidences = Object.values(task.fields ?? {}).flatMap((field) => (field.status === "found" ? [field.confidence ?? 9] : []));
    expect(confidences.length).toBeGreaterThan(1);
    expect(task).toMatchObject({ confidence: Math.min(...confidences), reviewed_at: null });
    expect((await list(client, {})).tasks).toMatchObject([{ confidence: Math.min(...confidences), reviewed_at: null }]);
  });

  test("is null while a task is not completed, when it failed, and when nothing was found", async () => {
    await using silent = await startReceiver(() => undefined);
    const client = await service.account();
    await client.submit({ document_url: `${silent.url}/a.pdf`, extraction_schema: INVOICE_SCHEMA });
    await client.extract({ file_content: base64(Buffer.from("%PDF-1.4\nbroken")), extraction_schema: INVOICE_SCHEMA });
    await client.extract({
      file_content: pdf,
      extraction_schema: { fields: [{ name: "blood_pressure", type: "integer", description: "Blood pressure in mmHg" }] },
    });
    expect((await list(client, {})).tasks.map(({ confidence }) => confidence)).toEqual([null, null, null]);
  });
});

describe("`order=least_confident`", () => {
  test("begins with the least confident, of equal ones with the newest; tasks without a confidence come last", async () => {
    const client = await service.account();
    const [a, b, c, d, e, f] = await tasksWith(client, [0.9, null, 0.4, 0.9, null, 0.05]);
    expect(await idsOf(client, { order: "least_confident" })).toEqual([f, c, d, a, e, b]);
    expect(await idsOf(client, { order: "newest" })).toEqual([f, e, d, c, b, a]);
  });

  test("comes in pages of any size that hold each task once", async () => {
    const client = await service.account();
    await tasksWith(client, [0.5, null, 0.5, 0.5, 0.1, null, 0.30000000000000004, 0.3, null, 1, 0]);
    const whole = await idsOf(client, { order: "least_confident", limit: "100" });
    for (const limit of ["1", "2", "3", "4", "8", "11"]) {
      const seen: string[] = [];
      let cursor: string | null = null;
      do {
        const page = await list(client, { order: "least_confident", limit, ...(cursor === null ? {} : { cursor }) });
        expect(page.tasks.length).toBeGreaterThan(0);
        seen.push(...page.tasks.map(({ task_id }) => task_id));
        cursor = page.next_cursor;
      } while (cursor !== null);
      expect(seen).toEqual(whole);
    }
  });

  test("goes together with the filters", async () => {
    const client = await service.account();
    const ids = await tasksWith(client, [0.9, 0.2, 0.5]);
    await sql`UPDATE tasks SET reviewed_at = now() WHERE id = ${ids[1]}`.execute(service.db);
    expect(await idsOf(client, { order: "least_confident", review: "needed" })).toEqual([ids[2], ids[0]]);
    expect(await idsOf(client, { order: "least_confident", review: "done" })).toEqual([ids[1]]);
    expect(await idsOf(client, { order: "least_confident", status: "failed" })).toEqual([]);
  });

  test.each(["task_01", "e30", "WzEsMl0", "%00", "[]"])("a cursor of another list, %s, is 422", async (cursor) => {
    const client = await service.account();
    const answer = await client.get(`/v1/tasks?order=least_confident&cursor=${cursor}`);
    expect([answer.status, answer.json.detail[0].loc]).toEqual([422, ["query", "cursor"]]);
  });
});
