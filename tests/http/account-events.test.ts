/** GET /api/extractor/v1/events: sends the changes of an account to its own streams, and to no other account. */
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { notifyAccount } from "#platform/postgres/account-events.ts";
import { followAccount, type Told } from "../support/account-events.ts";
import { eventually } from "../support/eventually.ts";
import { base64, INVOICE, INVOICE_SCHEMA, pdfOf } from "../support/pdf.ts";
import { startReceiver } from "../support/receiver.ts";
import { fileOf, people, RESUME_TEXT, textOf } from "../support/resumes.ts";
import { startTestService, type TestService } from "../support/service.ts";

let service: TestService;
let pdf: string;
beforeAll(async () => {
  service = await startTestService();
  pdf = base64(await pdfOf(INVOICE));
});
afterAll(() => service[Symbol.asyncDispose]());

const last = (told: readonly Told[], id: string) => told.filter((each) => each.type === "changed" && each.id === id).at(-1);
const untilTold = (told: readonly Told[], id: string, status: string) =>
  eventually(
    () => last(told, id),
    (event) => expect(event).toMatchObject({ status }),
  );

describe("a change is sent", () => {
  test("a task from its submission to its deletion, and the delivery of its webhook; no part of the document", async () => {
    const client = await service.account();
    await using receiver = await startReceiver();
    using stream = await followAccount(client);
    expect(stream.told).toEqual([{ type: "refresh" }]);
    const id = await client.submit({
      document: { file_content: pdf, filename: "private-name.pdf" },
      extraction_schema: INVOICE_SCHEMA,
      callback_url: receiver.url,
      metadata: { secret: "private" },
    });
    await untilTold(stream.told, id, "completed");
    const { json } = await client.get(`/v1/tasks/${id}/deliveries`);
    await untilTold(stream.told, json.deliveries[0].delivery_id, "delivered");
    await client.delete(`/v1/tasks/${id}`);
    await untilTold(stream.told, id, "deleted");
    for (const each of stream.told.slice(1)) expect(Object.keys(each).sort()).toEqual(["id", "kind", "position_id", "status", "type"]);
    expect(JSON.stringify(stream.told)).not.toMatch(/private|INV/);
  });

  test("a failure, a retry and a review of a task", async () => {
    const client = await service.account();
    using stream = await followAccount(client);
    const broken = await client.submit({ file_content: base64(Buffer.from("%PDF-1.4\nbroken")), extraction_schema: INVOICE_SCHEMA });
    await untilTold(stream.told, broken, "failed");
    const before = stream.told.length;
    await client.post(`/v1/tasks/${broken}/retry`, {});
    await eventually(
      () => stream.told.slice(before).length,
      (count) => expect(count).toBeGreaterThan(0),
    );
    const { task_id } = await client.extract({ file_content: pdf, extraction_schema: INVOICE_SCHEMA });
    await untilTold(stream.told, task_id, "completed");
    const reviewedAfter = stream.told.length;
    await client.post(`/v1/tasks/${task_id}/review`, { done: true });
    await eventually(
      () => last(stream.told.slice(reviewedAfter), task_id),
      (event) => expect(event).toMatchObject({ kind: "task", status: "completed" }),
    );
  });

  test("a position, its batch and each application", async () => {
    const client = await service.account();
    using stream = await followAccount(client);
    const { json: position } = await client.post("/recruit/positions", { title: "Engineer", required_skills: [{ name: "Python" }] });
    const position_id = position.position_id;
    await untilTold(stream.told, position_id, "created");
    const files = [...people(2).map((person) => fileOf("a.txt", textOf(person))), fileOf("broken.pdf", "%PDF-1.4\nbroken")];
    const { json: sent } = await client.post(`/recruit/positions/${position_id}/resumes`, { files });
    await untilTold(stream.told, sent.job_id, "completed");
    expect(last(stream.told, sent.job_id)).toEqual({ type: "changed", kind: "batch", id: sent.job_id, status: "completed", position_id });
    await eventually(
      () => stream.told.filter((each) => each.type === "changed" && each.kind === "application" && each.status === "evaluated"),
      (evaluated) => expect(evaluated).toHaveLength(2),
    );
    const { json: list } = await client.get(`/recruit/positions/${position_id}/applications`);
    for (const { application_id: id, status } of list.applications)
      expect(last(stream.told, id)).toEqual({ type: "changed", kind: "application", id, status, position_id });
    await client.delete(`/recruit/positions/${position_id}`);
    await untilTold(stream.told, position_id, "deleted");
  });

  test("many changes of a record within half a second are told as one", async () => {
    const client = await service.account();
    using stream = await followAccount(client);
    const { json: position } = await client.post("/recruit/positions", { title: "0", required_skills: [{ name: "Python" }] });
    const id = position.position_id;
    for (let i = 1; i <= 20; i++) await client.put(`/recruit/positions/${id}`, { title: String(i), required_skills: [{ name: "Python" }] });
    await untilTold(stream.told, id, "changed");
    const { json } = await client.get(`/recruit/positions/${id}`);
    expect(json.title).toBe("20");
    expect(stream.told.filter((each) => each.type === "changed").length).toBeLessThan(10);
  });
});

describe("who reads slowly, or stays long", () => {
  test("more changes than are kept for a stream are told as `refresh`", async () => {
    const client = await service.account();
    using stream = await followAccount(client);
    for (let i = 0; i < 2_000; i++) notifyAccount(service.db, client.accountId, { kind: "task", id: `task_${i}`, status: "completed" });
    await eventually(
      () => stream.told,
      (told) => expect(told.filter(({ type }) => type === "refresh").length).toBeGreaterThan(1),
    );
    expect(stream.told.length).toBeLessThan(2_000);
    const { json } = await client.post("/recruit/positions", { title: "Engineer", required_skills: [{ name: "Python" }] });
    await untilTold(stream.told, json.position_id, "created");
  });

  test("a service that stops ends its streams", async () => {
    const own = await startTestService({ worker: false });
    using stream = await followAccount(await own.account());
    await own[Symbol.asyncDispose]();
    await stream.ended;
  });
});

describe("a stream receives", () => {
  test("no changes of another account", async () => {
    const [ada, ben] = [await service.account(), await service.account()];
    using hers = await followAccount(ada);
    using his = await followAccount(ben);
    const { task_id } = await ada.extract({ file_content: pdf, extraction_schema: INVOICE_SCHEMA });
    await ada.post("/recruit/extract-resumes", { files: [fileOf("a.txt", RESUME_TEXT)] });
    await untilTold(hers.told, task_id, "completed");
    const { json } = await ben.post("/recruit/positions", { title: "Engineer", required_skills: [{ name: "Python" }] });
    await untilTold(his.told, json.position_id, "created");
    expect(his.told).toEqual([
      { type: "refresh" },
      { type: "changed", kind: "position", id: json.position_id, status: "created", position_id: null },
    ]);
  });

  test("at most 32 streams of an account, its tasks' streams among them; a closed one makes room", async () => {
    const client = await service.account();
    const streams = await Promise.all(Array.from({ length: 32 }, () => followAccount(client)));
    const { status, json } = await client.get("/v1/events?seconds=1");
    expect([status, json.error_code]).toEqual([429, "rate_limited"]);
    const id = await client.submit({ file_content: pdf, extraction_schema: INVOICE_SCHEMA });
    expect((await client.get(`/v1/tasks/${id}/events`)).status).toBe(429);
    streams.pop()?.[Symbol.dispose]();
    await eventually(
      async () => (await client.get("/v1/events?seconds=1")).status,
      (answer) => expect(answer).toBe(200),
    );
    for (const each of streams) each[Symbol.dispose]();
  });
});

describe("when a stream breaks", () => {
  test("it ends after its seconds, and the next one begins with `refresh`", async () => {
    const client = await service.account();
    using first = await followAccount(client, "?seconds=1");
    await first.ended;
    using second = await followAccount(client);
    expect(second.told).toEqual([{ type: "refresh" }]);
  });

  test("a lost connection for notifications is opened again, and tells `refresh`", async () => {
    const client = await service.account();
    using stream = await followAccount(client);
    await sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'winnow notices' AND datname = current_database()`.execute(
      service.db,
    );
    await eventually(
      () => stream.told,
      (told) => expect(told).toEqual([{ type: "refresh" }, { type: "refresh" }]),
    );
    const { json } = await client.post("/recruit/positions", { title: "Engineer", required_skills: [{ name: "Python" }] });
    await untilTold(stream.told, json.position_id, "created");
  });

  test("one process listens once, however many follow", async () => {
    const clients = await Promise.all(Array.from({ length: 4 }, () => service.account()));
    const streams = await Promise.all(clients.map((client) => followAccount(client)));
    const { rows } = await sql<{ n: number }>`SELECT count(*)::int AS n FROM pg_stat_activity
      WHERE application_name = 'winnow notices' AND datname = current_database()`.execute(service.db);
    // The test's API and its worker.
    expect(rows[0]?.n).toBe(2);
    for (const each of streams) each[Symbol.dispose]();
  });
});
