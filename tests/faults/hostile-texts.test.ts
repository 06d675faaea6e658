/** Texts that a stranger writes to hold a process: patterns that backtrack, structures without end, lines without a break. */
import { beforeAll, describe, expect, test } from "vitest";
import type { Client } from "../support/client.ts";
import {
  COMMENTS,
  DEEP_DOCX,
  deepDocx,
  GAPING_SCHEMA,
  HOSTILE_ADS,
  HOSTILE_RESUMES,
  ONE_LINE,
  resumeFile,
  resumeText,
} from "../support/hostile-requests.ts";
import { type SharedService, sharedService } from "../support/shared-service.ts";

/** Many times what each takes beside other tests: the patterns of before took between half a minute and for ever. */
const MS_MAX = 28_000;

let service: SharedService;
let client: Client;
beforeAll(async () => {
  service = await sharedService();
  client = await service.account();
});

const base64 = (bytes: Buffer | string) => Buffer.from(bytes).toString("base64");

async function inTime<T>(work: Promise<T>): Promise<T> {
  const late = Symbol();
  const first = await Promise.race([work, new Promise<symbol>((resolve) => setTimeout(resolve, MS_MAX, late).unref())]);
  if (first === late) throw new Error(`no answer within ${MS_MAX} ms`);
  return work;
}

describe("H01: text that a pattern would try in ever more ways", () => {
  test.each(HOSTILE_RESUMES)("%s: evaluated in time, as a text and as a file", async (_name, text) => {
    expect([200, 400]).toContain((await inTime(client.post("/recruit/evaluate", resumeText(text)))).status);
    expect([200, 400]).toContain((await inTime(client.post("/recruit/evaluate", resumeFile(text)))).status);
  });

  test.each(HOSTILE_ADS)("%s: a job ad is analysed in time", async (_name, text) => {
    expect([200, 400]).toContain((await inTime(client.post("/recruit/analyze-job", { description: text }))).status);
  });

  test("a file of a batch with it is read, and the job ends", async () => {
    const files = [{ filename: "cv.txt", content_type: "text/plain", content: base64(COMMENTS) }];
    const { json: job } = await client.post("/recruit/extract-resumes", { files });
    const { json: status } = await inTime(client.get(`/recruit/extraction-status/${job.job_id}?wait=27`));
    expect(status).toMatchObject({ status: "completed", total_processed: 1 });
  });

  test("a description of a field, and a correction", async () => {
    const schema = GAPING_SCHEMA;
    expect((await inTime(client.post("/v1/schemas/validate", { extraction_schema: schema }))).status).toBe(200);
    const id = await client.submit({ file_content: base64(await invoice()), extraction_schema: schema });
    const task = await inTime(client.wait(id, 27));
    expect(task.status).toBe("completed");
    const corrections = { "/total": `1${" ".repeat(9_000)}x` };
    expect([200, 422]).toContain((await inTime(client.post(`/v1/tasks/${id}/review`, { corrections }))).status);
  });
});

describe("H03: structures without end", () => {
  test("a text of 1 MB in one line is read", async () => {
    expect((await inTime(client.post("/recruit/evaluate", resumeFile(ONE_LINE)))).status).toBe(200);
  });

  test.each(DEEP_DOCX)("a DOCX of 60,000 nested %s is told to be too deep, and is no damaged file", async (_name, nested) => {
    const { status, json } = await inTime(client.post("/recruit/evaluate", resumeFile(deepDocx(nested))));
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
