/** Metadata, pages, password, cache, retention_days, deadline_seconds, priority; and `provider`. */
import { access } from "node:fs/promises";
import path from "node:path";
import { sql } from "kysely";
import { beforeAll, describe, expect, test } from "vitest";
import { base64, INVOICE, INVOICE_SCHEMA, pdfOf } from "../../support/pdf.ts";
import { startTestService } from "../../support/service.ts";
import { idleService, type SharedService, sharedService } from "../../support/shared-service.ts";

let service: SharedService;
let pdf: string;
beforeAll(async () => {
  service = await sharedService();
  pdf = base64(await pdfOf(INVOICE));
});

const body = (more: object = {}) => ({ file_content: pdf, extraction_schema: INVOICE_SCHEMA, ...more });
const refused = async (more: object) => {
  const { status, json } = await (await service.account()).post("/v1/extract-async", body(more));
  expect(status).toBe(422);
  return json.detail[0].loc.join(".");
};

describe("`metadata` (≤ 10 KB, echoed)", () => {
  const metadata = { order: 7, tags: ["a", null], nested: { ü: '✓ "quoted"' }, "": 0 };

  test("comes back as it was, in record, list and order of keys", async () => {
    const client = await service.account();
    const task = await client.extract(body({ metadata }));
    expect(JSON.stringify(task.metadata)).toBe(JSON.stringify(metadata));
    expect((await client.get("/v1/tasks")).json.tasks[0].metadata).toEqual(metadata);
  });
  test("absent is {}", async () => expect((await (await service.account()).extract(body())).metadata).toEqual({}));
  test("10,240 bytes pass, one more is 422", async () => {
    const sized = (bytes: number) => ({ a: "x".repeat(bytes - JSON.stringify({ a: "" }).length) });
    expect((await (await service.account()).post("/v1/extract-async", body({ metadata: sized(10_240) }))).status).toBe(200);
    expect(await refused({ metadata: sized(10_241) })).toBe("body.metadata");
  });
});

describe('`pages` ("1-3,7")', () => {
  const numbered = () => pdfOf(Array.from({ length: 8 }, (_, i) => [{ text: `Invoice number: INV-${i + 1}`, y: 100 }]));

  test("only these pages are read", async () => {
    const task = await (await service.account()).extract({
      file_content: base64(await numbered()),
      extraction_schema: INVOICE_SCHEMA,
      pages: "7,2-3",
    });
    expect(task).toMatchObject({
      status: "completed",
      document: { page_count: 8 },
      completeness: { pages_read: [2, 3, 7], pages_failed: [] },
      usage: { pages: 3 },
    });
    expect(task.document.pages.map(({ number }) => number)).toEqual([2, 3, 7]);
    expect(["INV-2", "INV-3", "INV-7"]).toContain(task.data?.invoice_number);
  });
  test("a page beyond the last is left out; none at all fails", async () => {
    const client = await service.account();
    const file_content = base64(await numbered());
    expect((await client.extract({ file_content, extraction_schema: INVOICE_SCHEMA, pages: "8,99" })).completeness?.pages_read).toEqual([
      8,
    ]);
    expect(await client.extract({ file_content, extraction_schema: INVOICE_SCHEMA, pages: "99" })).toMatchObject({
      status: "failed",
      error: { code: "empty_document" },
    });
  });
  test.each(["", "0", "3-1", "a", "1-", "1,,2", "-1", "1.5", "1-300"])("%j is 422", async (pages) =>
    expect(await refused({ pages })).toBe("body.pages"),
  );
});

describe("`password` (never stored or logged)", () => {
  const secret = "correct horse 42";
  const locked = async () => base64(await pdfOf(INVOICE, { userPassword: secret, ownerPassword: "owner" }));

  test("an encrypted PDF is read with it; afterwards no row of the database holds it, sealed or not", async () => {
    const client = await service.account();
    const task = await client.extract({ file_content: await locked(), extraction_schema: INVOICE_SCHEMA, password: secret });
    expect(task).toMatchObject({ status: "completed", data: { invoice_number: "INV-00042" } });
    expect(JSON.stringify(task)).not.toContain(secret);
    const { rows } = await sql<{
      row: string;
      sealed: string | null;
    }>`SELECT t::text AS row, sealed_password AS sealed FROM tasks AS t`.execute(service.db);
    for (const { row, sealed } of rows) {
      expect(row).not.toContain(secret);
      expect(sealed).toBeNull();
    }
  });
  test("while the task waits it lies sealed only", async () => {
    const idle = await idleService();
    const id = await (await idle.account()).submit({ file_content: await locked(), extraction_schema: INVOICE_SCHEMA, password: secret });
    const { rows } = await sql<{ row: string; sealed: string }>`
      SELECT t::text AS row, sealed_password AS sealed FROM tasks AS t WHERE id = ${id}`.execute(idle.db);
    expect(rows).toHaveLength(1);
    expect(rows[0]?.row).not.toContain(secret);
    expect(rows[0]?.sealed.length).toBeGreaterThan(20);
  });
  test("without it, or with another, the task fails with `encrypted_document`; also after it was read with the right one", async () => {
    const client = await service.account();
    const ask = { file_content: await locked(), extraction_schema: INVOICE_SCHEMA };
    expect((await client.extract({ ...ask, password: secret })).status).toBe("completed");
    for (const more of [{}, { password: "wrong" }])
      expect(await client.extract({ ...ask, ...more })).toMatchObject({
        status: "failed",
        error: { code: "encrypted_document", retryable: false },
      });
  });
  test("for a PDF that needs none it is no obstacle", async () =>
    expect((await (await service.account()).extract(body({ password: "unneeded" }))).status).toBe("completed"));
});

describe("`cache` (`use` default | `refresh` | `off`)", () => {
  test("an equal request of the same account is answered from before", async () => {
    const client = await service.account();
    const first = await client.extract(body());
    const second = await client.extract(body({ cache: "use" }));
    expect([first.cache.hit, second.cache.hit]).toEqual([false, true]);
    expect(second.task_id).not.toBe(first.task_id);
    expect({ data: second.data, fields: second.fields, document: second.document }).toEqual({
      data: first.data,
      fields: first.fields,
      document: first.document,
    });
  });
  test.each(["refresh", "off"])("`%s` reads anew", async (cache) => {
    const client = await service.account();
    await client.extract(body());
    const again = await client.extract(body({ cache }));
    expect(again).toMatchObject({ cache: { hit: false }, usage: { pages: 1 } });
  });
  test("what was read with `off` answers nobody, what was read with `refresh` does", async () => {
    const client = await service.account();
    await client.extract(body({ cache: "off" }));
    expect((await client.extract(body())).cache.hit).toBe(false);
    const other = await service.account();
    await other.extract(body({ cache: "refresh" }));
    expect((await other.extract(body())).cache.hit).toBe(true);
  });
  test("another account, schema, description or choice of pages is another request", async () => {
    const client = await service.account();
    await client.extract(body());
    expect((await (await service.account()).extract(body())).cache.hit).toBe(false);
    for (const more of [{ extraction_schema: { fields: [{ name: "x" }] } }, { document_description: "an invoice" }, { pages: "1" }])
      expect((await client.extract(body(more))).cache.hit).toBe(false);
  });
});

describe("`retention_days` (0 = delete the document when done)", () => {
  const isKept = (client: { accountId: string }, id: string) =>
    access(path.join(service.documentsDir, client.accountId, id)).then(
      () => true,
      () => false,
    );
  const days = async (id: string) => {
    const row = await service.db.selectFrom("tasks").select(["finished_at", "expires_at"]).where("id", "=", id).executeTakeFirstOrThrow();
    return ((row.expires_at?.getTime() ?? 0) - (row.finished_at?.getTime() ?? 0)) / 86_400_000;
  };

  test("0: the document is gone from disk and API, the record stays for the server's time", async () => {
    const client = await service.account();
    const { task_id: id } = await client.extract(body({ retention_days: 0 }));
    await expect.poll(() => isKept(client, id)).toBe(false);
    for (const part of ["document", "pages/1.png"]) expect((await client.get(`/v1/tasks/${id}/${part}`)).status).toBe(404);
    expect((await client.wait(id, 0)).status).toBe("completed");
    expect(await days(id)).toBeCloseTo(30, 1);
  });
  test("0 also holds for a task that failed", async () => {
    const client = await service.account();
    const { task_id: id } = await client.extract({
      file_content: base64(Buffer.from("%PDF-1.4\nbroken")),
      extraction_schema: INVOICE_SCHEMA,
      retention_days: 0,
    });
    await expect.poll(() => isKept(client, id)).toBe(false);
  });
  test("absent: the server's 30 days; 7: seven", async () => {
    const client = await service.account();
    expect(await days((await client.extract(body())).task_id)).toBeCloseTo(30, 1);
    expect(await days((await client.extract(body({ retention_days: 7 }))).task_id)).toBeCloseTo(7, 1);
  });
  test("-1 and 3651 are 422", async () => {
    for (const retention_days of [-1, 3651]) expect(await refused({ retention_days })).toBe("body.retention_days");
  });
});

describe("`priority` and `queue_position`", () => {
  test("waiting tasks know their place; a higher priority goes before the account's others", async () => {
    await using idle = await startTestService({ worker: false });
    const client = await idle.account();
    const ids: string[] = [];
    for (let i = 0; i < 20; i++) ids.push(await client.submit(body({ cache: "off" })));
    const last = await client.submit(body({ cache: "off", priority: 10 }));
    const places = await Promise.all(ids.map(async (id) => (await client.wait(id, 0)).queue_position));
    expect(places).toEqual(ids.map((_, i) => i + 1));
    await idle.startWorker();
    const done = await Promise.all([...ids, last].map((id) => client.wait(id)));
    const order = done.toSorted((a, b) => (a.started_at ?? "").localeCompare(b.started_at ?? "")).map(({ task_id }) => task_id);
    // A worker takes ten at once; which of those is written down first is chance.
    expect(order.indexOf(last)).toBeLessThan(10);
    expect(done.every(({ queue_position }) => queue_position === null)).toBe(true);
  });
  test("-10…10, whole numbers", async () => {
    for (const priority of [-11, 11, 1.5]) expect(await refused({ priority })).toBe("body.priority");
  });
});

describe("`provider` absent or null: the default; a named one is never swapped for another", () => {
  test.each([undefined, null, "local"])("%s is the local engine here", async (provider) =>
    expect(await (await service.account()).extract(body({ provider, cache: "off" }))).toMatchObject({
      status: "completed",
      engine: "local",
      provider: null,
      model: null,
    }),
  );
  test("a named provider that is not configured is 400 and makes no task", async () => {
    const client = await service.account();
    expect((await client.post("/v1/extract-async", body({ provider: "openai" }))).status).toBe(400);
    expect((await client.get("/v1/tasks")).json.tasks).toEqual([]);
  });
});
