/** POST /extract-resumes and GET /extraction-status. */
import { Webhook } from "standardwebhooks";
import { beforeAll, describe, expect, test } from "vitest";
import { makeDocx, wordParagraph } from "#documents/testing/make-docx.ts";
import { eventually } from "../../support/eventually.ts";
import { INVOICE, pdfOf } from "../../support/pdf.ts";
import { startReceiver } from "../../support/receiver.ts";
import { fileOf, people, RESUME_TEXT, resumePdf, textOf } from "../../support/resumes.ts";
import { type SharedService, sharedService } from "../../support/shared-service.ts";

let service: SharedService;
beforeAll(async () => {
  service = await sharedService();
});

async function run(body: object) {
  const client = await service.account();
  const submitted = await client.post("/recruit/extract-resumes", body);
  expect(submitted.status).toBe(200);
  const { json: status } = await client.get(`/recruit/extraction-status/${submitted.json.job_id}?wait=60`);
  return { client, submitted: submitted.json, status };
}

const [ada, ben] = people(2) as [{ name: string; email: string }, { name: string; email: string }];

describe("a batch", () => {
  test("of files and URLs together gives each person with name, e-mail and JSON Resume", async () => {
    await using files = await startReceiver((_request, response) => void response.end(textOf(ben)));
    const url = `${files.url}/ben.txt`;
    const { submitted, status } = await run({ files: [fileOf("ada.pdf", await resumePdf(ada))], urls: [url] });
    expect(submitted).toMatchObject({ total_documents: 2, message: expect.any(String) });
    expect(status).toMatchObject({ status: "completed", total_documents: 2, total_processed: 2, successful_count: 2, failed_count: 0 });
    const [first, second] = status.successful_extractions;
    expect(first).toMatchObject({ index: 0, filename: "ada.pdf", application_name: ada.name, email: ada.email });
    expect(first.resume).toMatchObject({
      basics: { name: ada.name, email: ada.email },
      work: [{ position: "Data Engineer", name: "Example Freight" }],
    });
    expect(second).toMatchObject({ index: 1, resume_url: url, application_name: ben.name, email: ben.email });
  });

  test("links each file, and the evidence of each value, for its account only", async () => {
    const bytes = await resumePdf(ada);
    const { client, status } = await run({ files: [fileOf("ada.pdf", bytes)] });
    const [{ resume_url: url, application_id: id }] = status.successful_extractions;
    const file = await fetch(url.replace(/^https?:\/\/[^/]+/, service.url), { headers: { authorization: client.key } });
    expect(Buffer.from(await file.arrayBuffer()).equals(bytes)).toBe(true);
    const { json } = await client.get(`/recruit/resumes/${id}`);
    expect(json.fields["/basics/name"]).toMatchObject({ value: ada.name, status: "found", evidence: [{ page: 1, text: ada.name }] });
    const stranger = await service.account();
    for (const path of [`/recruit/resumes/${id}`, `/recruit/resumes/${id}/file`, `/recruit/extraction-status/${status.job_id}`])
      expect((await stranger.get(path)).status).toBe(404);
  });

  test("that is complete answers at once, and one that never was is not waited for", async () => {
    const { client, submitted } = await run({ files: [fileOf("ada.txt", textOf(ada))] });
    const again = await client.get(`/recruit/extraction-status/${submitted.job_id}?wait=60`);
    expect(again.json).toMatchObject({ status: "completed", successful_count: 1 });
    expect((await client.get("/recruit/extraction-status/job_00000000000000000000000000?wait=60")).status).toBe(404);
  });

  test("is never sunk by bad files: each fails with its reason, and nobody is invented", async () => {
    const locked = await pdfOf([[{ text: "Secret Person", y: 50 }]], { userPassword: "x", ownerPassword: "y" });
    const { status } = await run({
      files: [
        fileOf("good.txt", textOf(ada)),
        fileOf("locked.pdf", locked),
        fileOf("empty.pdf", ""),
        fileOf("broken.pdf", "%PDF-1.4\nbroken"),
        fileOf("table.xlsx", Buffer.from("PK\x03\x04xl/workbook.xml")),
        { ...fileOf("bad.txt", ""), content: "%%%" },
        fileOf("large.pdf", Buffer.alloc(10 * 1024 * 1024 + 1, 0x41)),
        fileOf("invoice.pdf", await pdfOf(INVOICE)),
        fileOf(
          "last.docx",
          makeDocx(
            textOf(ben)
              .split("\n")
              .map((line) => wordParagraph(line))
              .join(""),
          ),
        ),
      ],
    });
    expect(status).toMatchObject({ status: "completed", total_processed: 9, successful_count: 3, failed_count: 6 });
    expect(status.failed_extractions.map(({ index, code }: { index: number; code: string }) => [index, code])).toEqual([
      [1, "encrypted_document"],
      [2, "empty_document"],
      [3, "corrupt_document"],
      [4, "unsupported_type"],
      [5, "corrupt_document"],
      [6, "document_too_large"],
    ]);
    const names = status.successful_extractions.map((each: { index: number; application_name: string }) => [
      each.index,
      each.application_name,
    ]);
    expect(names).toEqual([
      [0, ada.name],
      [7, ""],
      [8, ben.name],
    ]);
    const codes = status.successful_extractions[1].warnings.map(({ code }: { code: string }) => code);
    expect(codes).toEqual(expect.arrayContaining(["not_a_resume", "name_missing", "email_missing"]));
  });

  test("marks résumés of one person, by file, e-mail address or name and phone", async () => {
    const { status } = await run({
      files: [
        fileOf("mia.txt", RESUME_TEXT),
        fileOf("ben.txt", textOf(ben)),
        fileOf("mia again.txt", `${RESUME_TEXT}\nGo, Rust`),
        fileOf("mia, other address.txt", RESUME_TEXT.replace("mia.muster@example.com", "mm@example.org")),
      ],
    });
    expect(status.successful_extractions.map((each: { duplicate_of: number | null }) => each.duplicate_of)).toEqual([null, null, 0, 0]);
  });

  test("with URLs that may not or cannot be fetched fails those, with the reason", async () => {
    await using gone = await startReceiver((_request, response) => void response.writeHead(404).end());
    const { status } = await run({ urls: ["http://10.1.2.3/a.pdf", `${gone.url}/b.pdf`] });
    expect(status).toMatchObject({ status: "completed", failed_count: 2 });
    expect(status.failed_extractions.map(({ code }: { code: string }) => code)).toEqual(["document_unreachable", "document_unreachable"]);
  });

  test("announces its end by a signed webhook, which is in its log", async () => {
    await using hooks = await startReceiver();
    const { client, status } = await run({ files: [fileOf("ada.txt", textOf(ada))], callback_url: `${hooks.url}/hook` });
    await eventually(
      () => hooks.received,
      (received) => expect(received).toHaveLength(1),
    );
    const [hook] = hooks.received;
    const { json } = await client.get("/v1/webhook-secret");
    const event = new Webhook(json.secret).verify(hook?.body ?? "", hook?.headers as Record<string, string>);
    expect(event).toMatchObject({
      type: "resume_job.completed",
      data: { job_id: status.job_id, status: "completed", successful_count: 1 },
    });
    await eventually(
      async () => (await client.get(`/recruit/extraction-status/${status.job_id}/deliveries`)).json.deliveries,
      (deliveries) =>
        expect(deliveries).toMatchObject([{ event_type: "resume_job.completed", status: "delivered", job_id: status.job_id }]),
    );
  });

  test("counts right at every poll: processed = successes + failures = what is listed, and never falls", async () => {
    const client = await service.account();
    const files = people(30).map((person, i) => fileOf(`${i}.txt`, i % 7 === 3 ? "%PDF-1.4\nbroken" : textOf(person)));
    const { json: job } = await client.post("/recruit/extract-resumes", { files });
    let before = 0;
    for (;;) {
      const { json: status } = await client.get(`/recruit/extraction-status/${job.job_id}`);
      expect(status.total_processed).toBe(status.successful_count + status.failed_count);
      expect(status.successful_extractions).toHaveLength(status.successful_count);
      expect(status.failed_extractions).toHaveLength(status.failed_count);
      expect(status.total_processed).toBeGreaterThanOrEqual(before);
      expect(status.status === "completed").toBe(status.total_processed === 30);
      before = status.total_processed;
      if (status.status === "completed") break;
    }
    expect(before).toBe(30);
  });
});

describe("422", () => {
  test.each([
    ["neither", {}],
    ["both empty", { files: [], urls: [] }],
    ["101 files", { files: Array.from({ length: 101 }, () => fileOf("a.txt", "a")) }],
    ["100 files and a URL", { files: Array.from({ length: 100 }, () => fileOf("a.txt", "a")), urls: ["https://example.com/a.pdf"] }],
    ["a URL that is none", { urls: ["example"] }],
    ["a file without content", { files: [{ filename: "a.txt", content_type: "text/plain" }] }],
  ])("%s", async (_what, body) => {
    expect((await (await service.account()).post("/recruit/extract-resumes", body)).status).toBe(422);
  });
});

test("a body over 64 MB is a 400, below it is taken", async () => {
  const client = await service.account();
  const nine = "A".repeat(12 * 1024 * 1024);
  const filesOf = (count: number) => ({
    files: Array.from({ length: count }, () => ({ filename: "a.pdf", content_type: "application/pdf", content: nine })),
  });
  expect((await client.post("/recruit/extract-resumes", filesOf(6))).json).toMatchObject({ error_code: "body_too_large" });
  expect((await client.post("/recruit/extract-resumes", filesOf(5))).status).toBe(200);
});
