/** The n8n nodes against the service: what a workflow gets for its documents, résumés and webhooks. */
import { readFile } from "node:fs/promises";
import path from "node:path";
import { Webhook } from "standardwebhooks";
import { beforeAll, describe, expect, test } from "vitest";
import type { Client } from "../support/client.ts";
import { type Item, loadNode, nodeContext } from "../support/n8n.ts";
import { type SharedService, sharedService } from "../support/shared-service.ts";

const ROOT = path.resolve(import.meta.dirname, "../..");
const SCHEMA = { fields: [{ name: "invoice_number", type: "string" }] };
const { Winnow } = loadNode("nodes/Winnow/Winnow.node.js");
const { WinnowTrigger } = loadNode("nodes/WinnowTrigger/WinnowTrigger.node.js");
const node = new Winnow();

let service: SharedService;
let client: Client & { key: string };
let invoice: Item;
beforeAll(async () => {
  service = await sharedService();
  client = await service.account();
  const bytes = await readFile(path.join(ROOT, "samples/invoice-en.pdf"));
  invoice = { json: {}, binary: { data: { bytes, fileName: "invoice.pdf", mimeType: "application/pdf" } } };
});

type Made = { json: Record<string, unknown>; pairedItem: { item: number } }[];
type More = { continueOnFail?: boolean; executionId?: string; url?: string };
async function run(settings: object, items: Item[] = [invoice], more: More = {}): Promise<Made> {
  const context = nodeContext(node.description.properties, { ...settings }, items, { url: service.url, key: client.key, ...more });
  const [made] = await node.execute.call(context);
  return made;
}

describe("the node", () => {
  test("reads the file of an item by a schema, and gives its values with their places", async () => {
    const [made] = await run({ read: "schema", schema: JSON.stringify(SCHEMA), options: { metadata: '{"of":"März"}', pages: "" } });
    expect(made).toMatchObject({
      json: {
        status: "completed",
        data: { invoice_number: "MF-20418" },
        metadata: { of: "März" },
        fields: { "/invoice_number": { evidence: [{ page: 1 }] } },
      },
      pairedItem: { item: 0 },
    });
  });

  test("lists templates, and reads by one of them", async () => {
    const { json: template } = await client.post("/v1/templates", { name: "Invoices", extraction_schema: SCHEMA });
    const context = nodeContext(node.description.properties, {}, [], { url: service.url, key: client.key });
    const listed = await node.methods.loadOptions.templates.call(context);
    expect(listed).toContainEqual({ name: "Invoices", value: template.template_id });
    const [made] = await run({ templateId: template.template_id });
    expect(made?.json).toMatchObject({ data: { invoice_number: "MF-20418" } });
  });

  test("submits without waiting, and a later node has the values", async () => {
    const [submitted] = await run({ operation: "submit", read: "schema", schema: SCHEMA });
    expect(submitted?.json).toMatchObject({ status: "processing", task_id: expect.stringMatching(/^task_/) });
    const [made] = await run({ operation: "get", taskId: submitted?.json.task_id });
    expect(made?.json).toMatchObject({ status: "completed", data: { invoice_number: "MF-20418" } });
  });

  test("a try again in the same execution reads nothing twice, another execution does", async () => {
    const settings = { operation: "submit", read: "schema", schema: SCHEMA };
    const ids = [];
    for (const executionId of ["7", "7", "8"]) ids.push((await run(settings, [invoice], { executionId }))[0]?.json.task_id);
    expect(ids[1]).toBe(ids[0]);
    expect(ids[2]).not.toBe(ids[0]);
  });

  test("says what is wrong, and goes on with the other items where the workflow asks for that", async () => {
    const broken: Item = { json: {}, binary: { data: { bytes: Buffer.from("%PDF-1.7 no more"), mimeType: "application/pdf" } } };
    const settings = { read: "schema", schema: SCHEMA };
    await expect(run(settings, [broken])).rejects.toThrow(/damaged.*task_/s);
    const made = await run(settings, [broken, invoice], { continueOnFail: true });
    expect(made.map(({ json, pairedItem }) => [json.error_code, json.status, pairedItem.item])).toEqual([
      ["corrupt_document", undefined, 0],
      [undefined, "completed", 1],
    ]);
    await expect(run({ read: "schema", schema: "{" })).rejects.toThrow("Schema is no valid JSON");
    const unknown = { fields: [{ name: "a", type: "curency" }] };
    await expect(run({ read: "schema", schema: unknown })).rejects.toThrow("extraction_schema.fields.0.type: Unknown type `curency`");
    await expect(run({ operation: "get", taskId: "task_unknown" })).rejects.toThrow();
  });

  test("evaluates a résumé that is a text or a file", async () => {
    const asked = { operation: "evaluate", skills: "SQL, Python,", jobId: "j1" };
    const text = "Ann Bee\nann@example.com\n\nExperience\nAnalyst, Example Ltd, 2019 - 2024\nReports in SQL\n";
    const file: Item = { json: {}, binary: { data: { bytes: Buffer.from(text), fileName: "cv.txt", mimeType: "text/plain" } } };
    const [byText] = await run({ ...asked, resumeSource: "text", text, applicationId: "a1" });
    const [byFile] = await run({ ...asked, applicationId: "a2" }, [file]);
    for (const made of [byText, byFile])
      expect(made?.json).toMatchObject({ skills: { SQL: { evidence: "Reports in SQL" }, Python: { score: 0 } } });
  });
});

describe("the trigger", () => {
  const SECRET = `whsec_${Buffer.from("0123456789abcdef0123456789abcdef").toString("base64")}`;
  const event = { type: "extraction.completed", data: { task_id: "task_1", data: { total: 5 } } };

  /** What n8n answers, and the workflow gets. */
  async function receive(body: string, headers: Record<string, string>, secret = SECRET) {
    const answered: { status?: number; json?: object } = {};
    const response = {
      status: (status: number) => Object.assign(answered, { status }) && response,
      json: (json: object) => Object.assign(answered, { json }),
    };
    const made = await new WinnowTrigger().webhook.call({
      getCredentials: async () => ({ webhookSecret: secret }),
      getRequestObject: () => ({ rawBody: Buffer.from(body) }),
      getResponseObject: () => response,
      getHeaderData: () => headers,
      getBodyData: () => JSON.parse(body),
      getNodeParameter: () => ["extraction.completed", "extraction.failed"],
    });
    return { ...answered, made };
  }
  const signed = (body: string, at = new Date()) => ({
    "webhook-id": "msg_1",
    "webhook-timestamp": String(Math.floor(at.getTime() / 1000)),
    "webhook-signature": `v1,AAAA ${new Webhook(SECRET).sign("msg_1", at, body)}`,
  });

  test("starts with a signed event that was asked for", async () => {
    const body = JSON.stringify(event);
    const { made } = await receive(body, signed(body));
    const json = { event: "extraction.completed", webhook_id: "msg_1", task_id: "task_1", data: { total: 5 } };
    expect(made).toEqual({ workflowData: [[{ json }]] });
    const other = JSON.stringify({ type: "webhook.test", data: {} });
    expect((await receive(other, signed(other))).made).toEqual({});
  });

  test("refuses one that is unsigned, changed, old, or signed with another secret", async () => {
    const body = JSON.stringify(event);
    const old = new Date(Date.now() - 301_000);
    for (const [sent, headers, secret] of [
      [body, {}, SECRET],
      [body.replace("5", "6"), signed(body), SECRET],
      [body, signed(body, old), SECRET],
      [body, signed(body), `whsec_${Buffer.from("another").toString("base64")}`],
      [body, signed(body), ""],
    ] as const)
      expect(await receive(sent, headers, secret)).toMatchObject({ status: 401, made: { noWebhookResponse: true } });
  });
});
