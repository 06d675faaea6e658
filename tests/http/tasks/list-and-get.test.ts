/** The task endpoints, and what an id is. */
import { createHash } from "node:crypto";
import sharp from "sharp";
import { beforeAll, describe, expect, test } from "vitest";
import { newId } from "#contract/ids.ts";
import type { Client } from "../../support/client.ts";
import { base64, INVOICE, INVOICE_SCHEMA, pdfOf } from "../../support/pdf.ts";
import { startReceiver } from "../../support/receiver.ts";
import { type SharedService, sharedService } from "../../support/shared-service.ts";

let service: SharedService;
let pdf: Buffer;
beforeAll(async () => {
  service = await sharedService();
  pdf = await pdfOf(INVOICE);
});

const body = (more: object = {}) => ({ file_content: base64(pdf), extraction_schema: INVOICE_SCHEMA, ...more });

describe("POST /extract-async: 200 {task_id, status, message}", () => {
  test("and no other key, at once", async () => {
    const client = await service.account();
    const { json } = await client.post("/v1/extract-async", body());
    expect(json).toEqual({ task_id: expect.any(String), status: "processing", message: expect.stringMatching(/\w/) });
  });

  test("returns without waiting for the document's server", async () => {
    await using silent = await startReceiver(() => undefined);
    const t0 = performance.now();
    const { status } = await (await service.account()).post("/v1/extract-async", {
      document_url: `${silent.url}/a.pdf`,
      extraction_schema: INVOICE_SCHEMA,
    });
    expect(status).toBe(200);
    expect(performance.now() - t0).toBeLessThan(10_000);
  });
});

describe("GET /tasks?status=&template_id=&created_after=&limit=1..100&cursor= : {tasks, next_cursor} newest first", () => {
  let client: Client;
  let ids: string[];
  let templateId: string;
  beforeAll(async () => {
    client = await service.account();
    templateId = (await client.post("/v1/templates", { name: "a", extraction_schema: INVOICE_SCHEMA })).json.template_id;
    ids = [];
    for (let i = 0; i < 5; i++) ids.push((await client.extract(body({ metadata: { i } }))).task_id);
    ids.push((await client.extract({ file_content: base64(pdf), template_id: templateId })).task_id);
    ids.push((await client.extract({ ...body(), file_content: base64(Buffer.from("%PDF-1.4\nbroken")) })).task_id);
  });
  const list = async (query: string) => {
    const { json } = await client.get(`/v1/tasks${query}`);
    return { ids: json.tasks.map(({ task_id }: { task_id: string }) => task_id), next: json.next_cursor };
  };

  test("all, newest first", async () => expect(await list("")).toEqual({ ids: ids.toReversed(), next: null }));
  test("pages of two by cursor give each task once", async () => {
    const seen: string[] = [];
    let cursor: string | null = null;
    let rounds = 0;
    do {
      const page: Awaited<ReturnType<typeof list>> = await list(`?limit=2${cursor ? `&cursor=${encodeURIComponent(cursor)}` : ""}`);
      seen.push(...page.ids);
      cursor = page.next;
      rounds++;
    } while (cursor !== null);
    expect(seen).toEqual(ids.toReversed());
    expect(rounds).toBe(4);
  });
  test("a page that is exactly full has no next one", async () => expect((await list("?limit=7")).next).toBeNull());
  test("by status", async () => {
    expect((await list("?status=failed")).ids).toEqual([ids[6]]);
    expect((await list("?status=completed")).ids).toHaveLength(6);
    expect((await list("?status=processing")).ids).toEqual([]);
    expect((await list("?status=retrying")).ids).toEqual([]);
  });
  test("by template", async () => expect((await list(`?template_id=${templateId}`)).ids).toEqual([ids[5]]));
  test("created after a time, in any zone", async () => {
    const third = (await client.wait(ids[2] ?? "", 0)).created_at;
    expect((await list(`?created_after=${third}`)).ids.slice(-3)).toContain(ids[3]);
    expect((await list("?created_after=2999-01-01T00:00:00%2B02:00")).ids).toEqual([]);
    expect((await list("?created_after=2020-01-01T00:00:00Z")).ids).toHaveLength(7);
  });
  test("a summary holds no data; an unknown template finds nothing, a cursor of nothing is refused, and neither breaks anything", async () => {
    const { json } = await client.get("/v1/tasks?limit=1");
    expect(json.tasks[0]).not.toHaveProperty("data");
    expect(json.tasks[0]).not.toHaveProperty("fields");
    expect((await list("?template_id=tpl_none")).ids).toEqual([]);
    expect((await client.get("/v1/tasks?cursor=%00")).status).toBe(422);
    expect((await list("?template_id=%00")).ids).toEqual([]);
  });
  test("another account sees none of them", async () => expect((await (await service.account()).get("/v1/tasks")).json.tasks).toEqual([]));
});

describe("GET /tasks/{task_id}/document and /pages/{n}.png", () => {
  test("the original, byte for byte, as a download", async () => {
    const client = await service.account();
    const { task_id, document } = await client.extract(body());
    const answer = await fetch(`${service.url}/api/extractor/v1/tasks/${task_id}/document`, { headers: { authorization: client.key } });
    const bytes = Buffer.from(await answer.arrayBuffer());
    expect(answer.headers.get("content-type")).toBe("application/pdf");
    expect(answer.headers.get("content-disposition")).toMatch(/^attachment/);
    expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
    expect(bytes.equals(pdf)).toBe(true);
    expect(createHash("sha256").update(bytes).digest("hex")).toBe(document.sha256);
  });

  test("a fetched document is kept as it was then", async () => {
    await using server = await startReceiver((_request, response, count) => void response.end(count === 1 ? pdf : "changed"));
    const client = await service.account();
    const { task_id } = await client.extract({ document_url: `${server.url}/a.pdf`, extraction_schema: INVOICE_SCHEMA });
    const answer = await fetch(`${service.url}/api/extractor/v1/tasks/${task_id}/document`, { headers: { authorization: client.key } });
    expect(Buffer.from(await answer.arrayBuffer()).equals(pdf)).toBe(true);
  });

  test.each([
    ["a PDF", () => pdfOf(INVOICE)],
    [
      "an image",
      () =>
        sharp({ create: { width: 400, height: 300, channels: 3, background: "white" } })
          .png()
          .toBuffer(),
    ],
  ])("a page of %s as PNG of the width asked for", async (_name, file) => {
    const client = await service.account();
    const { task_id } = await client.extract({ ...body(), file_content: base64(await file()) });
    const answer = await fetch(`${service.url}/api/extractor/v1/tasks/${task_id}/pages/1.png?width=300`, {
      headers: { authorization: client.key },
    });
    expect(answer.headers.get("content-type")).toBe("image/png");
    expect(await sharp(Buffer.from(await answer.arrayBuffer())).metadata()).toMatchObject({ format: "png", width: 300 });
    expect((await client.get(`/v1/tasks/${task_id}/pages/2.png`)).status).toBe(404);
  });
});

describe("ids are type-prefixed, sortable, unguessable", () => {
  test("each kind has its prefix, then 36 characters whose first ten are the time", async () => {
    await using receiver = await startReceiver();
    const client = await service.account();
    const task = await client.extract(body({ callback_url: receiver.url }));
    const template = await client.post("/v1/templates", { name: "a", extraction_schema: INVOICE_SCHEMA });
    const { json } = await client.get(`/v1/tasks/${task.task_id}/deliveries`);
    const ids = { task: task.task_id, tpl: template.json.template_id, dlv: json.deliveries[0].delivery_id };
    for (const [prefix, id] of Object.entries(ids)) expect(id).toMatch(new RegExp(`^${prefix}_[0-9a-hjkmnp-tv-z]{36}$`));
    expect(newId("job")).toMatch(/^job_/);
    expect(newId("eval")).toMatch(/^eval_/);
  });

  test("a later task has a greater id; 128 bits differ between tasks of one moment", async () => {
    const client = await service.account();
    const ids: string[] = [];
    for (let i = 0; i < 5; i++) ids.push(await client.submit(body()));
    expect(ids).toEqual(ids.toSorted());
    const random = Array.from({ length: 1000 }, () => newId("task", 1_800_000_000_000).slice(-26));
    expect(new Set(random).size).toBe(1000);
    for (let place = 0; place < 26; place++) expect(new Set(random.map((text) => text[place])).size).toBeGreaterThan(3);
  });
});

describe("an id of another account answers exactly like one that does not exist: 404", () => {
  const ROUTES: [string, (id: string) => string][] = [
    ["GET", (id) => `/v1/tasks/${id}`],
    ["GET", (id) => `/v1/tasks/${id}?wait=5`],
    ["DELETE", (id) => `/v1/tasks/${id}`],
    ["POST", (id) => `/v1/tasks/${id}/cancel`],
    ["POST", (id) => `/v1/tasks/${id}/retry`],
    ["GET", (id) => `/v1/tasks/${id}/events`],
    ["GET", (id) => `/v1/tasks/${id}/document`],
    ["GET", (id) => `/v1/tasks/${id}/pages/1.png`],
    ["GET", (id) => `/v1/tasks/${id}/deliveries`],
  ];
  test.each(ROUTES)("%s %s", async (method, path) => {
    const [owner, stranger] = [await service.account(), await service.account()];
    const { task_id } = await owner.extract(body());
    await expectSame(stranger, method, path, task_id, newId("task"));
    expect((await owner.wait(task_id, 0)).status).toBe("completed");
  });

  test.each<[string, (id: string) => string]>([
    ["GET", (id) => `/v1/templates/${id}`],
    ["PUT", (id) => `/v1/templates/${id}`],
    ["DELETE", (id) => `/v1/templates/${id}`],
    ["GET", (id) => `/v1/templates/${id}/versions`],
  ])("%s %s", async (method, path) => {
    const [owner, stranger] = [await service.account(), await service.account()];
    const template = { name: "a", extraction_schema: INVOICE_SCHEMA };
    const { template_id } = (await owner.post("/v1/templates", template)).json;
    await expectSame(stranger, method, path, template_id, newId("tpl"), method === "PUT" ? template : undefined);
    expect((await owner.get(`/v1/templates/${template_id}`)).json.version).toBe(1);
  });

  test("POST /deliveries/{delivery_id}/replay", async () => {
    await using receiver = await startReceiver();
    const [owner, stranger] = [await service.account(), await service.account()];
    const { task_id } = await owner.extract(body({ callback_url: receiver.url }));
    const [delivery] = (await owner.get(`/v1/tasks/${task_id}/deliveries`)).json.deliveries;
    await expectSame(stranger, "POST", (id) => `/v1/deliveries/${id}/replay`, delivery.delivery_id, newId("dlv"));
  });

  async function expectSame(
    client: Client,
    method: string,
    path: (id: string) => string,
    theirs: string,
    none: string,
    sent?: object,
  ): Promise<void> {
    const [a, b] = [await client.call(method, path(theirs), sent), await client.call(method, path(none), sent)];
    expect(a.status).toBe(404);
    expect(b.status).toBe(404);
    expect({ ...a.json, request_id: "" }).toEqual({ ...b.json, request_id: "" });
    const names = (answer: typeof a) => [...answer.headers.keys()].sort();
    expect(names(a)).toEqual(names(b));
  }
});
