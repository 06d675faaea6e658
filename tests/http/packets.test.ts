/** Packets: a file that holds several documents is cut, each part is told by its template and becomes a task, and people set right what is doubtful. */
import { readFile } from "node:fs/promises";
import path from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import type { PacketRecord } from "#contract/packets.ts";
import type { TaskRecord } from "#contract/task.ts";
import type { Client } from "../support/client.ts";
import { base64 } from "../support/pdf.ts";
import { type SharedService, sharedService } from "../support/shared-service.ts";
import { type Sheet, stackOf } from "../support/stack.ts";

const SAMPLES = path.join(import.meta.dirname, "../../samples");
const schemaOf = async (sample: string) => JSON.parse(await readFile(path.join(SAMPLES, `${sample}.schema.json`), "utf8"));

let service: SharedService;
let client: Client;
const templates: Record<"invoice" | "resume" | "slip", string> = { invoice: "", resume: "", slip: "" };
beforeAll(async () => {
  service = await sharedService();
  client = await service.account();
  const resume = { fields: ["name", "email", "phone"].map((name) => ({ name, type: "string" })) };
  for (const [key, name, extraction_schema] of [
    ["invoice", "Invoice", await schemaOf("invoice-en")],
    ["resume", "Résumé", resume],
    ["slip", "Passport", { fields: [{ name: "passport_number", type: "string" }] }],
  ] as const)
    templates[key] = (await client.post("/v1/templates", { name, extraction_schema })).json.template_id;
});

async function split(sheets: readonly Sheet[], more: object = {}): Promise<PacketRecord> {
  const body = { file_content: base64(await stackOf(sheets)), templates: Object.values(templates), ...more };
  const answer = await client.post("/v1/packets", body);
  expect([answer.status, answer.json.status]).toEqual([200, "processing"]);
  const { json } = await client.get(`/v1/packets/${answer.json.packet_id}?wait=60`);
  expect(json).toMatchObject({ status: "completed", error: null });
  return json;
}

const taskOf = async (part: PacketRecord["parts"][number] | undefined): Promise<TaskRecord> =>
  (await client.get(`/v1/tasks/${part?.task_id}?wait=60`)).json;

describe("a file that holds several documents", () => {
  let packet: PacketRecord;
  beforeAll(async () => {
    packet = await split([{ sample: "invoice-en" }, "blank", { sample: "resume-lena-brandt" }, { sample: "invoice-de" }], {
      metadata: { batch: "of today" },
    });
  });

  test("is cut where a document ends, and every page is in one part", () => {
    const pages = packet.parts.flatMap((part) => part.pages);
    expect(pages).toEqual(Array.from({ length: packet.page_count ?? 0 }, (_, i) => i + 1));
    expect(packet.parts.map(({ template_id }) => template_id)).toEqual([templates.invoice, templates.resume, templates.invoice]);
    expect(packet.parts[0]?.pages).toContain(2);
    for (const { confidence, reasons } of packet.parts) {
      expect(confidence).toBeGreaterThan(0.5);
      expect(reasons.length).toBeGreaterThan(0);
    }
  });

  test("becomes tasks that read the parts' pages by their templates", async () => {
    const [english, , german] = await Promise.all(packet.parts.map(taskOf));
    expect(english).toMatchObject({ status: "completed", template: { template_id: templates.invoice }, metadata: { batch: "of today" } });
    expect(english?.document.pages.map(({ number }) => number)).toEqual(packet.parts[0]?.pages);
    expect(german?.document.pages.map(({ number }) => number)).toEqual(packet.parts[2]?.pages);
    const [expected] = await Promise.all([readFile(path.join(SAMPLES, "invoice-en.expected.json"), "utf8")]);
    expect(english?.data).toMatchObject({ invoice_number: JSON.parse(expected).invoice_number });
  });

  test("is listed, and its pages can be seen", async () => {
    const { json } = await client.get("/v1/packets?limit=1");
    expect(json.packets).toEqual([packet]);
    const picture = await fetch(`${service.url}/api/extractor/v1/packets/${packet.packet_id}/pages/3.png?width=200`, {
      headers: { authorization: String(client.apiKey) },
    });
    expect([picture.status, picture.headers.get("content-type")]).toEqual([200, "image/png"]);
  });
});

test("a document that is like none of the templates is of none, and no task reads it", async () => {
  const { parts } = await split([{ sample: "invoice-en" }, { sample: "slip-1" }]);
  expect(parts.map(({ template_id, task_id }) => [template_id, task_id !== null])).toEqual([
    [templates.invoice, true],
    [null, false],
  ]);
});

test("two documents of a kind in a row are two, also where pages are turned", async () => {
  const { parts } = await split([{ sample: "invoice-en" }, { sample: "invoice-de", turned: 180 }]);
  expect(parts.map(({ template_id }) => template_id)).toEqual([templates.invoice, templates.invoice]);
});

describe("parts set by hand", () => {
  test("keep the tasks of what stays, and start tasks for what changed", async () => {
    const sheets = [{ sample: "invoice-en" }, { sample: "slip-1" }, { sample: "slip-2" }];
    const before = await split(sheets, { min_confidence: 1, learn: false });
    expect(before.needs_review.length).toBeGreaterThan(0);
    const [first] = before.parts;
    const rest = Array.from(
      { length: (before.page_count ?? 0) - (first?.pages.length ?? 0) },
      (_, i) => (first?.pages.length ?? 0) + i + 1,
    );
    const wanted = [
      { pages: rest, template_id: templates.slip },
      { pages: first?.pages ?? [], template_id: first?.template_id ?? null },
    ];
    const { status, json } = await client.put(`/v1/packets/${before.packet_id}/parts`, { parts: wanted });
    expect(status).toBe(200);
    expect(json.parts.map(({ pages }: { pages: number[] }) => pages)).toEqual([first?.pages, rest]);
    expect(json.parts[0]).toMatchObject({ task_id: first?.task_id, confidence: null });
    expect(json.needs_review).toEqual([]);
    expect(await taskOf(json.parts[1])).toMatchObject({ status: "completed", template: { template_id: templates.slip } });
  });

  test("have each page once, and templates of the account", async () => {
    const { packet_id, page_count } = await split([{ sample: "invoice-en" }]);
    const put = (parts: object[]) => client.put(`/v1/packets/${packet_id}/parts`, { parts });
    const twice = await put([
      { pages: [1], template_id: null },
      { pages: [1], template_id: null },
    ]);
    expect([twice.status, twice.json.detail[0].msg]).toEqual([422, "Page 1 is in more than one part."]);
    const beyond = await put([{ pages: [1, (page_count ?? 0) + 1], template_id: null }]);
    expect(beyond.json.detail[0].msg).toBe(`The packet has ${page_count} pages.`);
    const unknown = await put([{ pages: Array.from({ length: page_count ?? 0 }, (_, i) => i + 1), template_id: "tpl_unknown" }]);
    expect([unknown.status, unknown.json.detail[0].loc]).toEqual([422, ["body", "parts", 0, "template_id"]]);
  });
});

test("what is refused says why", async () => {
  const file_content = base64(await stackOf([{ sample: "invoice-en" }]));
  const none = await client.post("/v1/packets", { file_content, templates: [] });
  expect([none.status, none.json.detail[0].msg]).toEqual([422, "Name at least one template."]);
  const unknown = await client.post("/v1/packets", { file_content, templates: [templates.invoice, "tpl_unknown"] });
  expect([unknown.status, unknown.json.detail[0].loc]).toEqual([422, ["body", "templates", 1]]);
  const other = await service.account();
  const foreign = await other.post("/v1/packets", { file_content, templates: [templates.invoice] });
  expect(foreign.status).toBe(422);
  const damaged = await client.post("/v1/packets", {
    file_content: base64(Buffer.from("%PDF-1.7 nothing")),
    templates: [templates.invoice],
  });
  expect((await client.get(`/v1/packets/${damaged.json.packet_id}?wait=60`)).json).toMatchObject({
    status: "failed",
    error: { code: "corrupt_document" },
    parts: [],
  });
});

test("a deleted packet is gone, and its tasks stay", async () => {
  const { packet_id, parts } = await split([{ sample: "invoice-en" }]);
  expect((await client.delete(`/v1/packets/${packet_id}`)).status).toBe(204);
  expect((await client.get(`/v1/packets/${packet_id}`)).status).toBe(404);
  expect((await taskOf(parts[0])).status).toBe("completed");
});

describe("a document whose template is to be chosen", () => {
  const auto = async (caller: Client, sheets: readonly Sheet[]) =>
    caller.extract({ template_id: "auto", file_content: base64(await stackOf(sheets)) });

  test("is read by the template that it is of", async () => {
    const expected = JSON.parse(await readFile(path.join(SAMPLES, "invoice-en.expected.json"), "utf8"));
    const task = await auto(client, [{ sample: "invoice-en" }]);
    expect(task).toMatchObject({ status: "completed", template: { template_id: templates.invoice, version: 1 } });
    expect(task.document.classified).toMatchObject({
      template_id: templates.invoice,
      reasons: [expect.any(String), expect.any(String), expect.any(String)],
    });
    expect(task.document.classified?.confidence).toBeGreaterThanOrEqual(0.9);
    expect(task.data).toMatchObject({ invoice_number: expected.invoice_number });
    const { json: schema } = await client.get(`/v1/tasks/${task.task_id}/schema`);
    expect(JSON.stringify(schema)).toContain("invoice_number");
  });

  test("is told of each request, also where an equal one was read before", async () => {
    const file_content = base64(await stackOf([{ sample: "invoice-de" }]));
    const named = () => client.extract({ template_id: templates.invoice, file_content });
    expect((await named()).document.classified).toBeUndefined();
    const chosen = await client.extract({ template_id: "auto", file_content });
    expect([chosen.cache.hit, chosen.document.classified?.template_id]).toEqual([true, templates.invoice]);
    expect((await named()).document.classified).toBeUndefined();
  });

  test("is not read when it is like none", async () => {
    const task = await auto(client, [{ sample: "slip-1" }]);
    expect(task).toMatchObject({ status: "completed", template: null, data: {}, document: { classified: { template_id: null } } });
    expect(task.document.pages.length).toBeGreaterThan(0);
  });

  test("is refused while there is no template to choose", async () => {
    const other = await service.account();
    const body = { template_id: "auto", file_content: base64(await stackOf([{ sample: "slip-1" }])) };
    const { status, json } = await other.post("/v1/extract-async", body);
    expect([status, json.error_code]).toEqual([400, "template_unknown"]);
  });
});
