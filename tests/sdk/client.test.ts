/** The SDK against the service: what its users write. */
import { openAsBlob } from "node:fs";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { beforeAll, expect, test } from "vitest";
import { TaskFailedError, verifyWebhook, Winnow } from "../../sdk/src/client.ts";
import { eventually } from "../support/eventually.ts";
import { startFaultProxy } from "../support/fault-proxy.ts";
import { startReceiver } from "../support/receiver.ts";
import { type SharedService, sharedService } from "../support/shared-service.ts";
import { stackOf } from "../support/stack.ts";

const sample = (name: string) => path.resolve(import.meta.dirname, "../../samples", name);
const SCHEMA = {
  fields: [
    { name: "invoice_number", type: "string" },
    { name: "total", type: "currency", description: "Total amount due" },
  ],
} as const;
const SKILLS = [{ name: "TypeScript" }, { name: "Falconry" }];

let service: SharedService;
let apiKey: string;
let winnow: Winnow;
beforeAll(async () => {
  service = await sharedService();
  const account = await service.account();
  apiKey = account.key;
  winnow = new Winnow({ baseUrl: service.url, apiKey });
});

test("a file and a schema give typed data with evidence", async () => {
  const { data, fields, document } = await winnow.extract(await openAsBlob(sample("invoice-en.pdf")), SCHEMA).wait();
  const total: { amount: number; currency: string | null } | null = data.total;
  expect(total).toEqual(JSON.parse(await readFile(sample("invoice-en.expected.json"), "utf8")).total);
  expect(fields["/total"]).toMatchObject({ status: "found", evidence: [{ page: expect.any(Number) }] });
  expect(document.filename).toBeNull();
});

test("a File brings its name; bytes and URLs do as well as Blobs", async () => {
  const bytes = await readFile(sample("invoice-en.pdf"));
  await using served = await startReceiver((_request, response) => void response.end(bytes));
  const all = [new File([bytes], "march.pdf"), new Uint8Array(bytes), new URL(served.url), `${served.url}/b.pdf`];
  const tasks = await Promise.all(all.map((file) => winnow.extract(file, SCHEMA).wait()));
  expect(new Set(tasks.map(({ data }) => data.invoice_number)).size).toBe(1);
  expect(tasks[0]?.document.filename).toBe("march.pdf");
  await expect(winnow.extract("march.pdf", SCHEMA).wait()).rejects.toThrow("openAsBlob");
});

test("a file that was sent ahead stands wherever a file may; a stream is sent as it is read", async () => {
  const bytes = await readFile(sample("invoice-en.pdf"));
  const upload = await winnow.upload(new File([bytes], "march.pdf"));
  expect(Date.parse(upload.expiresAt)).toBeGreaterThan(Date.now());
  const streamed = await winnow.upload(new Blob([bytes]).stream(), { filename: "april.pdf" });
  const tasks = await Promise.all([upload, streamed].map((file) => winnow.extract(file, SCHEMA).wait()));
  expect(tasks.map(({ document }) => document.filename)).toEqual(["march.pdf", "april.pdf"]);
  expect(tasks[0]?.data).toEqual(tasks[1]?.data);
  const files = [];
  for await (const { document } of winnow.extractBatch([upload, new File([bytes], "b.pdf")], { schema: SCHEMA }).results())
    files.push(document.filename);
  expect(files).toEqual(["march.pdf", "b.pdf"]);
  const resume = await winnow.upload(await openAsBlob(sample("resume-lena-brandt.pdf")), { filename: "lena.pdf" });
  expect((await winnow.extractResumes([resume]).wait()).successful_extractions).toMatchObject([{ filename: "lena.pdf" }]);
  await expect(winnow.upload(new Blob(["no\0text"]))).rejects.toMatchObject({ code: "unsupported_type" });
});

test("a batch whose files are too large for one request sends them ahead", async () => {
  const bytes = await readFile(sample("invoice-en.pdf"));
  const large = new File([bytes, new Uint8Array(10 * 1024 * 1024 - bytes.length)], "large.pdf");
  const files = [new File([bytes], "first.pdf"), ...Array.from({ length: 6 }, () => large)];
  const batch = await winnow.extractBatch(files, { schema: SCHEMA }).wait();
  expect(batch.tasks.map(({ document }) => document.filename)).toEqual(["first.pdf", ...Array.from({ length: 6 }, () => "large.pdf")]);
  expect(batch.counts).toMatchObject({ completed: 7 });
});

test("a task is followed from its acceptance to its end", async () => {
  const extraction = winnow.extract(await openAsBlob(sample("invoice-de.pdf")), SCHEMA);
  const states: string[] = [];
  for await (const { task } of extraction.events()) states.push(task.status);
  expect(states.at(-1)).toBe("completed");
  expect((await winnow.task(await extraction.taskId).get()).status).toBe("completed");
  await extraction.delete();
  await expect(extraction.get()).rejects.toMatchObject({ status: 404, code: "not_found" });
});

test("a task that fails throws its reason, and one that is refused the service's words", async () => {
  const broken = winnow.extract(new TextEncoder().encode("%PDF-1.7 and nothing else"), SCHEMA);
  await expect(broken.wait()).rejects.toSatisfy((error) => error instanceof TaskFailedError && error.code === "corrupt_document");
  const refused = winnow.extract(new TextEncoder().encode("no\0text"), SCHEMA);
  await expect(refused.taskId).rejects.toMatchObject({ status: 400, code: "unsupported_type" });
});

test("an answer that is lost on its way is asked for again, and there is one task", async () => {
  const { hostname: host, port } = new URL(service.url);
  await using proxy = await startFaultProxy({ host, port: Number(port) });
  const { key } = await service.account();
  let lost = 0;
  const losing = async (request: Request) => {
    try {
      return await fetch(request);
    } catch (error) {
      if (++lost === 2) proxy.set({ kind: "none" });
      throw error;
    }
  };
  const far = new Winnow({ baseUrl: `http://127.0.0.1:${proxy.port}`, apiKey: key, fetch: losing });
  proxy.set({ kind: "lost answers" });
  const extraction = far.extract(await openAsBlob(sample("invoice-en.pdf")), SCHEMA);
  await extraction.wait();
  expect(lost).toBe(2);
  const { tasks } = await new Winnow({ baseUrl: service.url, apiKey: key }).api.get("/api/extractor/v1/tasks");
  expect(tasks).toHaveLength(1);
});

test("a webhook of the service is taken with its secret", async () => {
  await using receiver = await startReceiver();
  const { secret } = await winnow.api.get("/api/extractor/v1/webhook-secret");
  const { taskId } = winnow.extract(await openAsBlob(sample("invoice-en.pdf")), SCHEMA, { callback_url: receiver.url, cache: "off" });
  await eventually(
    () => receiver.received,
    (received) => expect(received).toHaveLength(1),
  );
  const [hook] = receiver.received;
  if (!hook) throw new Error("nothing came");
  const event = await verifyWebhook(secret, hook);
  expect(event).toMatchObject({ type: "extraction.completed", data: { task_id: await taskId } });
});

test("a template does as well as a schema", async () => {
  const { template_id } = await winnow.api.post("/api/extractor/v1/templates", {
    body: { name: "Invoice", extraction_schema: { fields: [{ name: "invoice_number", type: "string" }] } },
  });
  const task = await winnow.extractWith<{ invoice_number: string | null }>(template_id, await openAsBlob(sample("invoice-en.pdf"))).wait();
  expect(task.data.invoice_number).toEqual(expect.any(String));
  expect(task.template).toEqual({ template_id, version: 1 });
});

test("a stack is cut into tasks, and its parts are set by hand", async () => {
  const { template_id } = await winnow.api.post("/api/extractor/v1/templates", {
    body: { name: "Invoice", extraction_schema: { fields: [{ name: "invoice_number" }] } },
  });
  const packet = winnow.split(await stackOf([{ sample: "invoice-en" }, { sample: "slip-1" }]), [template_id], { filename: "stack.pdf" });
  const { status, filename, parts } = await packet.wait();
  expect([status, filename, parts.map(({ pages }) => pages)]).toEqual(["completed", "stack.pdf", [[1, 2], [3]]]);
  const { data } = await winnow.task(parts[0]?.task_id ?? "").wait();
  expect(data.invoice_number).toEqual(expect.any(String));
  const set = await packet.setParts([{ pages: [1, 2, 3], template_id: null }]);
  expect(set.parts).toMatchObject([{ pages: [1, 2, 3], template_id: null, task_id: null }]);
  expect((await packet.get()).needs_review).toEqual([]);
});

test("the results of a template come one by one with their corrections, or as a file", async () => {
  const { template_id } = await winnow.api.post("/api/extractor/v1/templates", {
    body: { name: "Invoices", extraction_schema: SCHEMA as never },
  });
  const { task_id } = await winnow.extractWith(template_id, await openAsBlob(sample("invoice-en.pdf"))).wait();
  const body = { corrections: { "/invoice_number": "X-1" }, done: true };
  await winnow.api.post("/api/extractor/v1/tasks/{task_id}/review", { path: { task_id }, body });
  const numbers = [];
  for await (const { final_data } of winnow.results<{ invoice_number: string }>(template_id, { review: "done" }))
    numbers.push(final_data.invoice_number);
  expect(numbers).toEqual(["X-1"]);
  expect(await (await winnow.resultsFile(template_id, { format: "csv" })).text()).toContain(",X-1,");
});

test("many documents are read in one batch, in their order, whatever becomes of each", async () => {
  const bytes = await readFile(sample("invoice-en.pdf"));
  const files = [new File([bytes], "first.pdf"), "http://10.0.0.1/none.pdf", new File([bytes], "last.pdf")];
  const batch = winnow.extractBatch(files, { schema: SCHEMA }, { metadata: { of: "March" } });
  const results = [];
  for await (const result of batch.results()) results.push(result);
  expect(results.map(({ index, status }) => [index, status])).toEqual([
    [0, "completed"],
    [1, "failed"],
    [2, "completed"],
  ]);
  expect(results[2]).toMatchObject({ document: { filename: "last.pdf" }, data: { invoice_number: expect.any(String) } });
  const again = winnow.batch(await batch.batchId);
  expect(await again.get()).toMatchObject({ counts: { completed: 2, failed: 1 }, metadata: { of: "March" } });
  await again.delete();
  await expect(again.get()).rejects.toMatchObject({ status: 404 });
});

test("résumés are read, an ad is analysed, and an applicant is scored", async () => {
  const files = [
    new File([await readFile(sample("resume-lena-brandt.pdf"))], "lena.pdf"),
    new TextEncoder().encode("not a résumé at all \u0001\u0002"),
  ];
  const job = await winnow.extractResumes(files).wait();
  expect(job).toMatchObject({ total_documents: 2, successful_count: 1, successful_extractions: [{ filename: "lena.pdf" }] });
  const ad = await winnow.analyzeJob(await readFile(sample("job-ad.txt"), "utf8"));
  expect(ad.required_skills.length).toBeGreaterThanOrEqual(2);
  const [read] = job.successful_extractions;
  const scored = await winnow.evaluate({
    job_id: "job-1",
    application_id: read?.application_id ?? "",
    job_details: { required_skills: SKILLS },
  });
  expect(JSON.stringify(scored)).toContain("Falconry");
});
