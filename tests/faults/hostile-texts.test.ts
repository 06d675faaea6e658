/** Texts that a stranger writes to hold a process: patterns that backtrack, structures without end, lines without a break. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeDocx, wordParagraph } from "#documents/testing/make-docx.ts";
import type { Client } from "../support/client.ts";
import { startTestService, type TestService } from "../support/service.ts";

/** A hundred times what each takes: the patterns of before took between half a minute and for ever. */
const MS_MAX = 10_000;

let service: TestService;
let client: Client;
beforeAll(async () => {
  service = await startTestService();
  client = await service.account();
});
afterAll(() => service?.[Symbol.asyncDispose]());

const base64 = (bytes: Buffer | string) => Buffer.from(bytes).toString("base64");
const skills = [{ name: "Python" }];
const resumeText = (text: string) => ({ job_id: "j", application_id: "a", resume_text: text, job_details: { required_skills: skills } });
const resumeFile = (bytes: Buffer | string) => ({
  job_id: "j",
  application_id: "a",
  resume_file: { filename: "cv", content_type: "text/plain", content: base64(bytes) },
  job_details: { required_skills: skills },
});

async function inTime<T>(work: Promise<T>): Promise<T> {
  const late = Symbol();
  const first = await Promise.race([work, new Promise<symbol>((resolve) => setTimeout(resolve, MS_MAX, late).unref())]);
  if (first === late) throw new Error(`no answer within ${MS_MAX} ms`);
  return work;
}

const COMMENTS = `${"<!---->".repeat(28)}x`;
const GENDERS = `(m*\t${"f*\t".repeat(40)}`;
const TITLE_END = `Title: Engineer ${"(\t".repeat(40)}x`;
const HIDDEN_MAIL = `Ann Bee\nann ${"dot a".repeat(2000)}  dot a`.replaceAll("dot", " dot ");

describe("H01: text that a pattern would try in ever more ways", () => {
  test.each([
    ["comments without a page behind them", COMMENTS],
    ["an address written against harvesters", HIDDEN_MAIL],
    ["genders in brackets that do not close", GENDERS],
    ["white space", `Skills${" ".repeat(100_000)}x`],
    ["digits", `Phone ${"1".repeat(100_000)}x`],
  ])("%s: evaluated in time, as a text and as a file", async (_name, text) => {
    expect([200, 400]).toContain((await inTime(client.post("/recruit/evaluate", resumeText(text)))).status);
    expect([200, 400]).toContain((await inTime(client.post("/recruit/evaluate", resumeFile(text)))).status);
  });

  test.each([
    ["an end of brackets and spaces", TITLE_END],
    ["genders in brackets", GENDERS],
    ["white space", `We look for a cook${" ".repeat(100_000)}who knows Python and SQL`],
    ["capital words", `${"Aa-".repeat(30_000)}, Bristol`],
  ])("%s: a job ad is analysed in time", async (_name, text) => {
    expect([200, 400]).toContain((await inTime(client.post("/recruit/analyze-job", { description: text }))).status);
  });

  test("a file of a batch with it is read, and the job ends", async () => {
    const files = [{ filename: "cv.txt", content_type: "text/plain", content: base64(COMMENTS) }];
    const { json: job } = await client.post("/recruit/extract-resumes", { files });
    const { json: status } = await inTime(client.get(`/recruit/extraction-status/${job.job_id}?wait=9`));
    expect(status).toMatchObject({ status: "completed", total_processed: 1 });
  });

  test("a description of a field, and a correction", async () => {
    const description = `${" ".repeat(110_000)}x`;
    const schema = { fields: [{ name: "total", type: "number", description }] };
    expect((await inTime(client.post("/v1/schemas/validate", { extraction_schema: schema }))).status).toBe(200);
    const id = await client.submit({ file_content: base64(await invoice()), extraction_schema: schema });
    const task = await inTime(client.wait(id, 9));
    expect(task.status).toBe("completed");
    const corrections = { "/total": `1${" ".repeat(9_000)}x` };
    expect([200, 422]).toContain((await inTime(client.post(`/v1/tasks/${id}/review`, { corrections }))).status);
  });
});

describe("H03: structures without end", () => {
  test("a text of 1 MB in one line is read", async () => {
    const text = `Ann Bee ann@example.com Python ${"a ".repeat(500_000)}`;
    expect((await inTime(client.post("/recruit/evaluate", resumeFile(text)))).status).toBe(200);
  });

  test.each([
    ["tables", (inside: string) => `${"<w:tbl><w:tr><w:tc>".repeat(20_000)}${inside}${"</w:tc></w:tr></w:tbl>".repeat(20_000)}`],
    ["content controls", (inside: string) => `${"<w:sdt>".repeat(60_000)}${inside}${"</w:sdt>".repeat(60_000)}`],
  ])("a DOCX of 60,000 nested %s is told to be too deep, and is no damaged file", async (_name, nested) => {
    const { status, json } = await inTime(client.post("/recruit/evaluate", resumeFile(makeDocx(nested(wordParagraph("Ann Bee"))))));
    expect({ status, json }).toMatchObject({
      status: 400,
      json: { error_code: "deadline_exceeded", detail: expect.stringContaining("nested") },
    });
  });
});

async function invoice(): Promise<Buffer> {
  const { INVOICE, pdfOf } = await import("../support/pdf.ts");
  return pdfOf(INVOICE);
}
