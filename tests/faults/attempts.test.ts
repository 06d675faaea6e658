/** Tasks, résumés of batches and evaluations of applications are tried in one way: the same crashes end them, and what is of an earlier run does nothing. */
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { base64, INVOICE, INVOICE_SCHEMA, pdfOf } from "../support/pdf.ts";
import { startReceiver } from "../support/receiver.ts";
import { fileOf, resumePdf } from "../support/resumes.ts";
import { startTestService, type TestService } from "../support/service.ts";

type Client = Awaited<ReturnType<TestService["account"]>>;
/** Each submits one piece of work and gives how it can be looked at: its row, and how it ended. */
type Kind = { table: string; submit(client: Client): Promise<{ id: string; end: () => Promise<{ status: string; message?: string }> }> };

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ worker: false });
});
afterAll(() => service?.[Symbol.asyncDispose]());
beforeEach(() => service.stopWorker());

const resume = async () => fileOf("a.pdf", await resumePdf({ name: "Ada Muster", email: "ada@example.com" }));

const KINDS: Record<string, Kind> = {
  "a task": {
    table: "tasks",
    async submit(client) {
      const id = await client.submit({ file_content: base64(await pdfOf(INVOICE)), extraction_schema: INVOICE_SCHEMA, cache: "off" });
      const end = async () => {
        const { status, error } = await client.wait(id);
        return { status, ...(error ? { message: error.message } : {}) };
      };
      return { id, end };
    },
  },
  "a résumé of a batch": {
    table: "batch_entries",
    async submit(client) {
      const { json: job } = await client.post("/recruit/extract-resumes", { files: [await resume()] });
      const end = async () => {
        const { successful_count, failed_extractions } = (await client.get(`/recruit/extraction-status/${job.job_id}?wait=30`)).json;
        return successful_count === 1 ? { status: "completed" } : { status: "failed", message: failed_extractions[0]?.message };
      };
      return { id: await only("batch_entries", client), end };
    },
  },
  "an evaluation of an application": {
    table: "application_evaluations",
    async submit(client) {
      const { json: position } = await client.post("/recruit/positions", {
        title: "Engineer",
        required_skills: [{ name: "Rust" }, { name: "SQL" }],
      });
      const base = `/recruit/positions/${position.position_id}`;
      await client.post(`${base}/resumes`, { files: [await resume()] });
      await service.startWorker();
      await expect.poll(async () => (await client.get(base)).json.applications.evaluated).toBe(1);
      await service.stopWorker();
      await client.put(base, { title: "Engineer", required_skills: [{ name: "Rust" }, { name: "Java" }] });
      const end = async () => {
        await expect.poll(async () => (await client.get(base)).json.applications.processing).toBe(0);
        const [{ status, error }] = (await client.get(`${base}/applications`)).json.applications;
        return { status: status === "evaluated" ? "completed" : status, ...(error ? { message: error.message } : {}) };
      };
      return { id: await only("application_evaluations", client), end };
    },
  },
};

async function only(table: string, client: Client): Promise<string> {
  const { rows } = await sql<{ id: string }>`SELECT id FROM ${sql.table(table)} WHERE account_id = ${client.accountId}`.execute(service.db);
  expect(rows).toHaveLength(1);
  return rows[0]?.id ?? "";
}

test.each(Object.entries(KINDS))(
  "%s whose worker died twice is tried again; after the third time it is not",
  async (_, { table, submit }) => {
    for (const [crashes, expected] of [
      [1, { status: "completed" }],
      [2, { status: "failed", message: expect.stringContaining("crashed 3 workers") }],
    ] as const) {
      const client = await service.account();
      const { id, end } = await submit(client);
      // As its worker leaves it when it dies: nobody has ended the attempt.
      await sql`UPDATE ${sql.table(table)} SET lease = gen_random_uuid(), crashes = ${crashes}, attempts = ${crashes + 1} WHERE id = ${id}`.execute(
        service.db,
      );
      await service.startWorker();
      expect(await end()).toEqual(expected);
      await service.stopWorker();
    }
  },
);

/** As a full disk refuses it: no attempt at the table's work can end until this is disposed of. `refused`: how many could not so far. */
async function withoutRoom(table: string): Promise<AsyncDisposable & { refused(): Promise<number> }> {
  const { db } = service;
  await sql`CREATE SEQUENCE refused; GRANT ALL ON SEQUENCE refused TO PUBLIC`.execute(db);
  await sql`CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    PERFORM nextval('refused'); RAISE 'no space left on device' USING ERRCODE = 'disk_full'; END $$`.execute(db);
  await sql`CREATE TRIGGER refuse BEFORE UPDATE ON ${sql.table(table)} FOR EACH ROW
    WHEN (OLD.lease IS NOT NULL AND NEW.lease IS NULL) EXECUTE FUNCTION refuse()`.execute(db);
  return {
    async refused() {
      const { rows } = await sql<{ refused: number }>`SELECT last_value::int - 1 + is_called::int AS refused FROM refused`.execute(db);
      return rows[0]?.refused ?? 0;
    },
    async [Symbol.asyncDispose]() {
      await sql`DROP FUNCTION IF EXISTS refuse CASCADE; DROP SEQUENCE IF EXISTS refused`.execute(db);
    },
  };
}

test.each(Object.entries(KINDS))(
  "J28: %s whose end the database has no room for ends once there is room, in the same attempt",
  async (_, { table, submit }) => {
    const { id, end } = await submit(await service.account());
    await using full = await withoutRoom(table);
    await service.startWorker();
    await expect.poll(full.refused).toBeGreaterThan(4);
    await full[Symbol.asyncDispose]();
    expect(await end()).toEqual({ status: "completed" });
    const { rows } = await sql`SELECT attempts, crashes FROM ${sql.table(table)} WHERE id = ${id}`.execute(service.db);
    expect(rows).toEqual([{ attempts: 1, crashes: 0 }]);
  },
);

test("a task that was cancelled and retried again and again before it began has one attempt, and ends well", async () => {
  const client = await service.account();
  const id = await client.submit({ file_content: base64(await pdfOf(INVOICE)), extraction_schema: INVOICE_SCHEMA, cache: "off" });
  for (let i = 0; i < 4; i++) {
    expect((await client.post(`/v1/tasks/${id}/cancel`)).status).toBe(200);
    expect((await client.post(`/v1/tasks/${id}/retry`)).status).toBe(200);
  }
  await service.startWorker();
  expect(await client.wait(id)).toMatchObject({ status: "completed", attempts: 1 });
});

test("a résumé that cannot be fetched waits for its next attempt as a task does, and nobody has it meanwhile", async () => {
  await using down = await startReceiver((_request, response) => void response.writeHead(503).end());
  const client = await service.account();
  const url = `${down.url}/a.pdf`;
  await client.post("/recruit/extract-resumes", { urls: [url] });
  await client.submit({ document_url: url, extraction_schema: INVOICE_SCHEMA });
  await service.startWorker();
  for (const table of ["tasks", "batch_entries"]) {
    const waits = async () => {
      const { rows } = await sql<{ waits: boolean }>`SELECT attempts > 0 AND lease IS NULL AND next_attempt_at > now() AS waits
        FROM ${sql.table(table)} WHERE account_id = ${client.accountId}`.execute(service.db);
      return rows[0]?.waits;
    };
    await expect.poll(waits).toBe(true);
  }
});
