/** Files that pretend, and files that mean harm, through the whole service as `npm start` runs it: each has an end, and its reason. */
import { existsSync } from "node:fs";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import sharp from "sharp";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { TaskRecord } from "#contract/task.ts";
import { openImage } from "#documents/image/open-image.ts";
import { makeDocx, wordParagraph } from "#documents/testing/make-docx.ts";
import { jpegSegment, OTHER_FORMATS, SMALL_PICTURES, withSegments } from "../support/hostile-image.ts";
import { activePdf, fontWithCode } from "../support/hostile-pdf.ts";
import { type OwnProcesses, startOwnProcesses } from "../support/own-processes.ts";
import { base64, INVOICE, INVOICE_SCHEMA, pdfOf } from "../support/pdf.ts";
import { processesBelow } from "../support/process-table.ts";
import { noise } from "../support/random.ts";
import { fileOf, people, RESUME_TEXT, resumePdf } from "../support/resumes.ts";

let service: OwnProcesses;
let pids: string;
let pdf: Buffer;
let png: Buffer;
let jpeg: Buffer;
beforeAll(async () => {
  service = await startOwnProcesses();
  pids = JSON.stringify(await service.processes.pids());
  pdf = await pdfOf(INVOICE);
  const white = sharp({ create: { width: 60, height: 30, channels: 3, background: "white" } });
  [png, jpeg] = await Promise.all([white.png().toBuffer(), white.jpeg().toBuffer()]);
});
afterAll(() => service?.[Symbol.asyncDispose]());
afterEach(async () => expect(JSON.stringify(await service.processes.pids()), "API and workers are the same processes").toBe(pids));

const extract = (bytes: Buffer, more: object = {}): Promise<TaskRecord> =>
  service.client.extract({ file_content: base64(bytes), extraction_schema: INVOICE_SCHEMA, cache: "off", ...more });

/** The outcome of each file of a batch, by its place: `success`, or why not. */
async function outcomesOf(files: object[]): Promise<string[]> {
  const submitted = await service.client.post("/recruit/extract-resumes", { files });
  expect(submitted.status, submitted.text).toBe(200);
  const { json } = await service.client.get(`/recruit/extraction-status/${submitted.json.job_id}?wait=60`);
  expect(json.status).toBe("completed");
  const failed = new Map<number, string>(json.failed_extractions.map(({ index, code }: { index: number; code: string }) => [index, code]));
  return files.map((_, i) => failed.get(i) ?? "success");
}

test("F03: the type is judged by the bytes: a PDF named .png is a PDF, a PNG called application/pdf is a PNG", async () => {
  const named = await service.client.extract({
    document: { file_content: `data:image/png;base64,${base64(pdf)}`, filename: "scan.png" },
    extraction_schema: INVOICE_SCHEMA,
  });
  expect(named).toMatchObject({ status: "completed", document: { mime_type: "application/pdf", filename: "scan.png" } });
  const called = await service.client.extract({
    document: { file_content: `data:application/pdf;base64,${base64(png)}`, filename: "a.pdf" },
    extraction_schema: INVOICE_SCHEMA,
  });
  expect(called.document).toMatchObject({ mime_type: "image/png", filename: "a.pdf" });
  const [person] = people(1);
  const resume = person ? await resumePdf(person) : pdf;
  expect(await outcomesOf([{ filename: "a.docx", content_type: "image/png", content: base64(resume) }])).toEqual(["success"]);
});

describe("F04", () => {
  const word = makeDocx(wordParagraph("Mia Muster"));
  const polyglots: [string, string, () => Buffer][] = [
    ["PDF and ZIP", "application/pdf", () => Buffer.concat([pdf, word])],
    ["PDF and HTML", "application/pdf", () => Buffer.concat([Buffer.from("<html><script>alert(1)</script><!--"), pdf])],
    ["JPEG and PDF", "image/jpeg", () => withSegments(jpeg, [jpegSegment(0xfe, pdf)])],
    ["PNG and HTML", "image/png", () => Buffer.concat([png, Buffer.from("<html><script>alert(1)</script>")])],
  ];
  test.each(polyglots)("F04: %s at once is one type, and its download cannot run", async (_name, type, make) => {
    const task = await extract(make());
    expect(task.document.mime_type).toBe(type);
    const { headers } = await service.client.get(`/v1/tasks/${task.task_id}/document`);
    expect(headers.get("content-type")).toBe(type);
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("content-disposition")).toMatch(/^attachment; filename="task_\w+\.(pdf|jpg|png)"$/);
  });

  test("F04: a résumé's download cannot run either, whatever its text says", async () => {
    const text = `${RESUME_TEXT}\n<script>alert(1)</script>`;
    const submitted = await service.client.post("/recruit/extract-resumes", { files: [fileOf("a.html", text)] });
    const { json } = await service.client.get(`/recruit/extraction-status/${submitted.json.job_id}?wait=60`);
    const { headers } = await service.client.get(`/recruit/resumes/${json.successful_extractions[0].application_id}/file`);
    expect(headers.get("content-type")).toMatch(/^text\/plain/);
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("content-disposition")).toMatch(/^attachment; filename="app_\w+\.txt"$/);
  });
});

test.each(Object.entries(OTHER_FORMATS))("F08: %s under a JPEG's name is refused before it is stored", async (_name, bytes) => {
  const body = { document: { file_content: `data:image/jpeg;base64,${base64(bytes)}`, filename: "photo.jpg" } };
  const answer = await service.client.post("/v1/extract-async", { ...body, extraction_schema: INVOICE_SCHEMA });
  expect(answer).toMatchObject({ status: 400, json: { error_code: "unsupported_type" } });
  expect((await service.client.post("/v1/schemas/suggest", body)).status).toBe(400);
});

test.each(Object.entries(SMALL_PICTURES))("F08: a %s without anything on it, or a broken one, has an end", async (_name, bytes) => {
  const { status, attempts, error } = await extract(bytes);
  expect([attempts, error?.code ?? status]).toEqual([1, expect.stringMatching(/^(?:completed|empty_document|corrupt_document)$/)]);
});

test("F08: no loader but those of the formats that are read is reached, were the bytes to get that far", async () => {
  const white = sharp({ create: { width: 8, height: 8, channels: 3, background: "white" } });
  for (const bytes of [await white.avif().toBuffer(), ...Object.values(OTHER_FORMATS)])
    await expect(openImage(bytes)).rejects.toMatchObject({ code: "corrupt_document" });
  expect(await openImage(png)).toMatchObject({ width: 60 });
});

test("F13: a user's password is asked for, an owner's alone is not", async () => {
  const locked = await pdfOf(INVOICE, { userPassword: "sesame", ownerPassword: "owner" });
  expect(await extract(locked)).toMatchObject({
    status: "failed",
    attempts: 1,
    error: { code: "encrypted_document", retryable: false, message: expect.stringContaining("password") },
  });
  const owned = await pdfOf(INVOICE, { ownerPassword: "owner" });
  expect(await extract(owned)).toMatchObject({ status: "completed", data: { invoice_number: "INV-00042" } });
});

describe("F14", () => {
  test("F14: nothing at all, a header alone and random bytes have an end with a reason", async () => {
    for (const content of ["", "data:application/pdf;base64,"]) {
      const answer = await service.client.post("/v1/extract-async", { file_content: content, extraction_schema: INVOICE_SCHEMA });
      expect([400, 422]).toContain(answer.status);
    }
    const headers = [pdf.subarray(0, 8), png.subarray(0, 8), jpeg.subarray(0, 3)];
    const files = headers.flatMap((header, i) => [header, Buffer.concat([header, noise(i + 1, 5_000)])]);
    for (const task of await Promise.all(files.map((bytes) => extract(bytes))))
      expect(task).toMatchObject({ status: "failed", attempts: 1, error: { code: "corrupt_document" } });
  });

  const CUTS = 100;
  test(`F14: ${CUTS} files that were cut off have an end each`, async () => {
    const word = makeDocx(
      RESUME_TEXT.split("\n")
        .map((line) => wordParagraph(line))
        .join(""),
    );
    // Of the pictures only some: what is left of each is looked at by OCR.
    const whole = [pdf, word, pdf, word, png, pdf, word, pdf, word, jpeg];
    const cut = Array.from({ length: CUTS }, (_, i) => {
      const bytes = whole[i % whole.length] ?? pdf;
      return fileOf(`${i}.bin`, bytes.subarray(0, Math.floor((bytes.length * (i + 1)) / (CUTS + 1))));
    });
    const known = ["success", "corrupt_document", "empty_document", "unsupported_type", "encrypted_document"];
    expect((await outcomesOf(cut)).filter((outcome) => !known.includes(outcome))).toEqual([]);
  });
});

describe("documents that would act", () => {
  const canaries = ["/tmp/launched-by-pdf", "/tmp/by-mvg", "/tmp/a.exe"];

  test("F15: scripts, launch actions and embedded programs start no process and write no file", async () => {
    await extract(pdf);
    const before = await Promise.all((await service.processes.pids()).workers.map(processesBelow));
    const task = await extract(activePdf("http://127.0.0.1:1/"));
    expect(task).toMatchObject({ status: "completed", data: { invoice_number: "INV-00042" } });
    expect((await service.client.get(`/v1/tasks/${task.task_id}/pages/1.png`)).status).toBe(200);
    const after = await Promise.all((await service.processes.pids()).workers.map(processesBelow));
    // A worker, the one child that reads documents and the one that reads résumés of batches, each with a shell and what holds its namespaces.
    expect(Math.max(...[...before, ...after].map((tree) => tree.length))).toBeLessThanOrEqual(1 + 2 * 3);
    expect(canaries.filter((file) => existsSync(file))).toEqual([]);
  });

  test("F16: code in a font's matrix does not run", async () => {
    const folder = await mkdtemp(path.join(tmpdir(), "canary-"));
    const canary = path.join(folder, "written");
    const task = await extract(fontWithCode(canary));
    expect(task).toMatchObject({ status: "completed", data: { invoice_number: "INV-00042" } });
    expect((await service.client.get(`/v1/tasks/${task.task_id}/pages/1.png`)).status).toBe(200);
    expect(existsSync(canary)).toBe(false);
    await rm(folder, { recursive: true });
  });
});

test.each([
  ["parent folders", "../../../../tmp/x.txt", 200],
  ["an absolute path", "/etc/passwd", 200],
  ["a Windows path", "..\\..\\x.txt", 200],
  ["U+0000", "a\u0000.txt", 422],
  ["5,000 characters", `${"a".repeat(5_000)}.txt`, 422],
  ["letters from right to left", "\u202Etxt.exe\u202C", 200],
  ["line breaks", 'a.txt"\r\nSet-Cookie: a=b\r\n\r\n<script>', 200],
])("F22: a file name with %s does no harm", async (_name, filename, status) => {
  const content = base64(Buffer.from(RESUME_TEXT));
  const submitted = await service.client.post("/recruit/extract-resumes", { files: [{ filename, content_type: "text/plain", content }] });
  expect(submitted.status).toBe(status);
  if (status !== 200) return;
  const { json } = await service.client.get(`/recruit/extraction-status/${submitted.json.job_id}?wait=60`);
  const [done] = json.successful_extractions;
  expect(done.filename).toBe(filename);
  const { headers } = await service.client.get(`/recruit/resumes/${done.application_id}/file`);
  expect(headers.get("content-disposition")).toMatch(/^attachment; filename="app_\w+\.txt"$/);
  expect(headers.get("set-cookie")).toBeNull();
  const stored = await readdir(path.join(service.dataDir, "documents"), { recursive: true });
  expect(stored.filter((name) => !/^(acct_\w+)(\/(app|task|eval)_\w+(\.\w+)*)?$/.test(name))).toEqual([]);
});
