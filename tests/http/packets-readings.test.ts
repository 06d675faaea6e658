/** A scanned page is read once: by who cuts the file or chooses the template, and not again by the task. */
import { readFile } from "node:fs/promises";
import path from "node:path";
import PDFDocument from "pdfkit";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { PacketRecord } from "#contract/packets.ts";
import type { TaskRecord } from "#contract/task.ts";
import type { Client } from "../support/client.ts";
import { type ModelServer, startModelServer } from "../support/model-server.ts";
import { base64, pdfOf } from "../support/pdf.ts";
import { pointingModel } from "../support/pointing-model.ts";
import { startTestService, type TestService } from "../support/service.ts";

const FORM = path.join(import.meta.dirname, "../../samples/form-scan.png");

let service: TestService;
let model: ModelServer;
/** Pictures of pages: a form with check boxes, and a note of few words. */
let form: Buffer;
let note: Buffer;
beforeAll(async () => {
  model = await startModelServer(pointingModel({ fields: { "/email": /(\S+@\S+)/ } }));
  service = await startTestService({ env: model.env("openai") });
  const lines = [
    "Delivery note",
    "Delivery note number: DN-2041",
    "Delivery date: 4 May 2026",
    "Name: Mia Stone",
    "Email: mia@example.com",
  ];
  const pdf = await pdfOf([lines.map((text, i) => ({ text, y: 60 + 40 * i, size: i === 0 ? 26 : 14 }))]);
  form = await readFile(FORM);
  note = await service.http.extraction.reader.renderPage(pdf, { page: 1, widthPx: 900 }, new AbortController().signal);
});
afterAll(async () => {
  await service?.[Symbol.asyncDispose]();
  await model?.[Symbol.asyncDispose]();
});

async function stackOf(scans: readonly Buffer[], options: { userPassword?: string } = {}): Promise<string> {
  const pdf = new PDFDocument({ autoFirstPage: false, ...options });
  const chunks: Buffer[] = [];
  pdf.on("data", (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise<void>((resolve) => pdf.on("end", resolve));
  for (const scan of scans) {
    pdf.addPage({ size: "A4", margin: 0 });
    pdf.image(scan, 0, 0, { fit: [595, 842] });
  }
  pdf.end();
  await ended;
  return base64(Buffer.concat(chunks));
}

const NOTE_SCHEMA = { fields: ["delivery_note_number", "delivery_date", "name", "email"].map((name) => ({ name, type: "string" })) };
type Reader = { client: Client & { accountId: string }; form: string; note: string; schemas: Record<string, object> };

/** The form's template looks for check boxes, the note's for none. */
async function reader(): Promise<Reader> {
  const client = await service.account();
  const formSchema = JSON.parse(await readFile(FORM.replace(".png", ".schema.json"), "utf8"));
  const ids = { form: await made(client, "Household claim form", formSchema), note: await made(client, "Delivery note") };
  return { client, ...ids, schemas: { [ids.form]: formSchema, [ids.note]: NOTE_SCHEMA } };
}

const made = async (client: Client, name: string, extraction_schema: object = NOTE_SCHEMA): Promise<string> =>
  (await client.post("/v1/templates", { name, extraction_schema })).json.template_id;

async function ocrPages<T>(work: () => Promise<T>): Promise<{ done: T; pages: number }> {
  const before = (await service.pagesRead()).ocr ?? 0;
  const done = await work();
  return { done, pages: ((await service.pagesRead()).ocr ?? 0) - before };
}

async function split(by: Reader, file_content: string, more: object = {}): Promise<PacketRecord> {
  const { json } = await by.client.post("/v1/packets", { file_content, templates: [by.form, by.note], provider: "local", ...more });
  return (await by.client.get(`/v1/packets/${json.packet_id}?wait=60`)).json;
}

/** Sets a part for each page. */
const set = async ({ client }: Reader, { packet_id }: PacketRecord, templates: string[]): Promise<PacketRecord> =>
  (await client.put(`/v1/packets/${packet_id}/parts`, { parts: templates.map((template_id, i) => ({ pages: [i + 1], template_id })) }))
    .json;

async function tasksOf({ client }: Reader, { parts }: PacketRecord): Promise<TaskRecord[]> {
  const ids = parts.flatMap(({ task_id }) => task_id ?? []);
  return Promise.all(ids.map(async (id) => (await client.get(`/v1/tasks/${id}?wait=60`)).json));
}

/** Values with evidence, boxes and confidence: all that a reading tells. */
const told = ({ data, fields, document: { pages } }: TaskRecord) => ({ data, fields, pages });

const keptOf = async ({ client }: Reader) => {
  const keys: string[] = [];
  for await (const key of service.deps.blobs.keys()) if (key.startsWith(client.accountId) && key.includes(".read")) keys.push(key);
  return keys;
};

describe("the pages of a scanned stack", () => {
  test("are read once, and the tasks answer as if they had read them", async () => {
    const by = await reader();
    const file = await stackOf([form, note]);
    const { done: tasks, pages } = await ocrPages(async () => {
      const packet = await split(by, file);
      return tasksOf(by, await set(by, packet, [by.form, by.note]));
    });
    expect(pages).toBe(2);
    const { client } = await reader();
    for (const [i, extraction_schema] of Object.values(by.schemas).entries()) {
      const task = tasks[i];
      expect(task).toMatchObject({ status: "completed", usage: { pages: 1 }, document: { pages: [{ number: i + 1 }] } });
      const alone = await client.extract({ file_content: file, extraction_schema, pages: String(i + 1), provider: "local" });
      expect(task && told(task)).toEqual(told(alone));
    }
  });

  test("are read once for a model too", async () => {
    const by = await reader();
    const file = await stackOf([note]);
    const { done, pages } = await ocrPages(async () => tasksOf(by, await split(by, file, { provider: "openai" })));
    expect([pages, done]).toMatchObject([1, [{ status: "completed", provider: "openai", template: { template_id: by.note } }]]);
    const { client } = await reader();
    const alone = await client.extract({ file_content: file, extraction_schema: NOTE_SCHEMA, provider: "openai" });
    expect(done.map(told)).toEqual([told(alone)]);
  });

  test("are read again where more is looked for on them, and where what was kept is gone", async () => {
    const by = await reader();
    const packet = await split(by, await stackOf([note]), { templates: [by.note] });
    await tasksOf(by, packet);
    const again = (template: string) => ocrPages(async () => tasksOf(by, await set(by, packet, [template])));
    const fields = (name: string) => ({ fields: [{ name, type: "string" }] });
    expect((await again(await made(by.client, "Other", fields("name")))).pages).toBe(0);
    expect((await again(by.form)).pages).toBe(1);
    const [kept = ""] = await keptOf(by);
    await service.deps.blobs.put(kept, Buffer.from("damaged"));
    expect((await again(await made(by.client, "Third", fields("email")))).pages).toBe(1);
    await service.deps.blobs.delete(kept);
    expect((await again(await made(by.client, "Fourth", fields("delivery_date")))).pages).toBe(1);
  });

  test("leave nothing behind when packet and tasks are gone, and nothing of a file with a password is kept", async () => {
    const by = await reader();
    const packet = await split(by, await stackOf([note]));
    const [task] = await tasksOf(by, packet);
    expect(await keptOf(by)).toHaveLength(1);
    await by.client.delete(`/v1/packets/${packet.packet_id}`);
    expect(await keptOf(by)).toHaveLength(1);
    await by.client.delete(`/v1/tasks/${task?.task_id}`);
    expect(await keptOf(by)).toEqual([]);
    const locked = await split(by, await stackOf([note], { userPassword: "sesame" }), { password: "sesame" });
    expect(await tasksOf(by, locked)).toMatchObject([{ status: "completed" }]);
    expect(await keptOf(by)).toEqual([]);
  });
});

describe("with `template_id: auto` the first pages", () => {
  test.each([
    ["of a picture", () => [note], true],
    ["of more pages", () => [note, note, note, note], true],
    ["of a document that is of no template", () => [form], false],
  ])("%s are read once, and the task answers as if its template had been named", async (_, scans, isOne) => {
    const by = await reader();
    if (!isOne) await by.client.delete(`/v1/templates/${by.form}`);
    if (!isOne) await made(by.client, "Petition", { fields: [{ name: "petitioner_agrees", type: "boolean" }] });
    const file = await stackOf(scans());
    const auto = { template_id: "auto", file_content: file, provider: "local" };
    const { done: task, pages } = await ocrPages(() => by.client.extract(auto));
    expect([task.status, pages]).toEqual(["completed", scans().length]);
    expect(task.template?.template_id ?? null).toBe(isOne ? by.note : null);
    const { client } = await reader();
    const named = () => client.extract({ file_content: file, extraction_schema: NOTE_SCHEMA, provider: "local" });
    if (isOne) expect(told(task)).toEqual(told(await named()));
  });
});
