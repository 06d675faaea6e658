/** POST /analyze-job. */
import { beforeAll, describe, expect, test } from "vitest";
import { makeDocx, wordParagraph } from "#documents/testing/make-docx.ts";
import { pdfOf } from "../../support/pdf.ts";
import { startReceiver } from "../../support/receiver.ts";
import { RESUME_TEXT } from "../../support/resumes.ts";
import { type SharedService, sharedService } from "../../support/shared-service.ts";

const AD_LINES = [
  "Data Engineer",
  "Example Freight moves 90,000 parcels a night.",
  "Requirements:",
  "- 4+ years of Python in production",
  "- Strong SQL and PostgreSQL",
  "- Experience with Airflow",
  "Nice to have: Kafka",
];
const AD = AD_LINES.join("\n");

let service: SharedService;
beforeAll(async () => {
  service = await sharedService();
});

describe("text", () => {
  test("gives title, 2 to 5 skills and 2 to 5 questions, and echoes the text", async () => {
    const { status, json } = await (await service.account()).post("/recruit/analyze-job", { description: AD });
    expect(status).toBe(200);
    expect(json).toMatchObject({ name: "Data Engineer", description: AD, description_file_url: "" });
    expect(json.required_skills.map(({ name }: { name: string }) => name)).toContain("Python");
    expect(json.required_skills.find(({ name }: { name: string }) => name === "Kafka")?.required ?? false).toBe(false);
    expect(json.interview_questions.length).toBeGreaterThanOrEqual(2);
  });

  test("wins over the URL, which is echoed and not fetched", async () => {
    await using canary = await startReceiver();
    const url = `${canary.url}/ad.html`;
    const { json } = await (await service.account()).post("/recruit/analyze-job", { description: AD, description_file_url: url });
    expect(json).toMatchObject({ description: AD, description_file_url: url });
    expect(canary.connections()).toBe(0);
  });

  test("that is too little for two skills is a 400, and nothing is invented", async () => {
    const answer = await (await service.account()).post("/recruit/analyze-job", { description: "We are hiring!" });
    expect(answer).toMatchObject({ status: 400, json: { error_code: "too_little_text" } });
  });
});

test.each([
  [
    "HTML",
    async () =>
      Buffer.from(
        `<!doctype html><h1>Data Engineer</h1><ul>${AD_LINES.slice(2)
          .map((line) => `<li>${line}</li>`)
          .join("")}</ul>`,
      ),
  ],
  ["DOCX", async () => makeDocx(AD_LINES.map((line) => wordParagraph(line)).join(""))],
  ["PDF", () => pdfOf([AD_LINES.map((text, i) => ({ text, y: 50 + 20 * i }))])],
  ["TXT", async () => Buffer.from(AD)],
])("a %s file by URL is read, and the text that was analysed is in the answer", async (_kind, make) => {
  const bytes = await make();
  await using files = await startReceiver((_request, response) => void response.end(bytes));
  const { status, json } = await (await service.account()).post("/recruit/analyze-job", { description_file_url: `${files.url}/ad` });
  expect(status).toBe(200);
  expect(json.name).toBe("Data Engineer");
  expect(json.description).toContain("Experience with Airflow");
  expect(json.required_skills.map(({ name }: { name: string }) => name)).toContain("Python");
});

test("its skills post unchanged into evaluate", async () => {
  const client = await service.account();
  const { json } = await client.post("/recruit/analyze-job", { description: AD });
  const answer = await client.post("/recruit/evaluate", { job_id: "j", application_id: "a", resume_text: RESUME_TEXT, job_details: json });
  expect(answer.status).toBe(200);
  expect(Object.keys(answer.json.skills)).toEqual(json.required_skills.map(({ name }: { name: string }) => name));
});

test("neither field is a 422", async () => {
  for (const body of [{}, { description: "" }, { description: null, description_file_url: null }])
    expect((await (await service.account()).post("/recruit/analyze-job", body)).status).toBe(422);
});

test("a URL that cannot be fetched is a 400 that names the field", async () => {
  await using gone = await startReceiver((_request, response) => void response.writeHead(404).end());
  const answer = await (await service.account()).post("/recruit/analyze-job", { description_file_url: `${gone.url}/ad` });
  expect(answer).toMatchObject({
    status: 400,
    json: { error_code: "document_unreachable", detail: expect.stringContaining("description_file_url") },
  });
});

test.each([
  ["of no type it takes", async () => Buffer.from("GIF89a\x01\x00"), "unsupported_type", "PDF, DOCX, HTML or TXT"],
  [
    "with a password",
    () => pdfOf([[{ text: AD, y: 50 }]], { userPassword: "x", ownerPassword: "y" }),
    "encrypted_document",
    "Save it without one",
  ],
])("a file %s is a 400 that says what to do", async (_kind, make, code, advice) => {
  const bytes = await make();
  await using files = await startReceiver((_request, response) => void response.end(bytes));
  const answer = await (await service.account()).post("/recruit/analyze-job", { description_file_url: `${files.url}/ad` });
  expect(answer).toMatchObject({ status: 400, json: { error_code: code, detail: expect.stringContaining(advice) } });
});
