/** A redacted copy of a résumé, read again: nothing of the person is in its pictures, and nothing but pictures is in the file. */
import { PDFDict, PDFDocument, PDFName, PDFRawStream } from "@cantoo/pdf-lib";
import { beforeAll, describe, expect, test } from "vitest";
import { makeDocx } from "#documents/testing/make-docx.ts";
import { sharedReader } from "../../support/reader.ts";
import { fileOf, photographedResume, RESUME_TEXT, resumePdf } from "../../support/resumes.ts";
import { type SharedService, sharedService } from "../../support/shared-service.ts";

let service: SharedService;
let client: Awaited<ReturnType<SharedService["account"]>>;
beforeAll(async () => {
  service = await sharedService();
  client = await service.account();
});

const docx = () =>
  makeDocx(
    RESUME_TEXT.split("\n")
      .map((line) => `<w:p><w:r><w:t>${line}</w:t></w:r></w:p>`)
      .join(""),
  );

/** A PDF with the person in its metadata and in a file attached to it. */
async function telling(): Promise<Buffer> {
  const pdf = await PDFDocument.load(await resumePdf({ name: "Mia Muster", email: "mia.muster@example.com" }));
  pdf.setAuthor("Mia Muster");
  await pdf.attach(Buffer.from("Mia Muster"), "mia-muster.txt", { mimeType: "text/plain" });
  return Buffer.from(await pdf.save());
}

async function sent(filename: string, bytes: Buffer | string): Promise<string> {
  const { json } = await client.post("/recruit/extract-resumes", { files: [fileOf(filename, bytes)] });
  const { json: status } = await client.get(`/recruit/extraction-status/${json.job_id}?wait=60`);
  return status.successful_extractions[0].application_id;
}

async function copyOf(id: string): Promise<Buffer> {
  const address = `${client.url}/api/recruit/v1/resumes/${id}/redacted.pdf`;
  const answer = await fetch(address, { headers: { authorization: client.apiKey ?? "" } });
  expect(answer.status).toBe(200);
  expect(answer.headers.get("content-type")).toBe("application/pdf");
  return Buffer.from(await answer.arrayBuffer());
}

async function textOf(pdf: Buffer): Promise<string> {
  const { pages } = await sharedReader().read(pdf, {}, AbortSignal.timeout(60_000));
  for (const { textSource } of pages) expect(textSource).toBe("ocr");
  return pages.flatMap(({ lines }) => lines.map(({ text }) => text)).join("\n");
}

describe("200", () => {
  test.each([
    ["a PDF", "mia.pdf", telling],
    ["a DOCX", "mia.docx", async () => docx()],
    ["a text", "mia.txt", async () => RESUME_TEXT],
  ])("of %s the copy shows the work and not the person", async (_, filename, bytes) => {
    const read = await textOf(await copyOf(await sent(filename, await bytes())));
    for (const each of ["Data Engineer", "Example Freight", "Python", "Kafka"]) expect(read).toContain(each);
    for (const each of [/Mia/i, /Muster/i, /@/, /23125014/, /University/]) expect(read).not.toMatch(each);
  });

  test("of a photograph the copy shows nothing of the paper but words", async () => {
    const read = await textOf(await copyOf(await sent("samuel.jpg", await photographedResume())));
    expect(read).not.toMatch(/Samuel|Okoro|@/i);
    expect(read.length).toBeGreaterThan(50);
  });

  test("the file holds one picture a page: no text, metadata, attachment, link or font", async () => {
    const pdf = await copyOf(await sent("mia.pdf", await telling()));
    expect(pdf.includes("Muster")).toBe(false);
    const { context } = await PDFDocument.load(pdf, { updateMetadata: false });
    expect(context.trailerInfo.Info).toBeUndefined();
    const dicts = context.enumerateIndirectObjects().flatMap(([, each]) => {
      if (each instanceof PDFRawStream) return [each.dict];
      return each instanceof PDFDict ? [each] : [];
    });
    const types = dicts.map((dict) => String(dict.get(PDFName.of("Subtype")) ?? dict.get(PDFName.of("Type")) ?? "content"));
    expect(types.sort()).toEqual(["/Catalog", "/Image", "/Page", "/Pages", "/XRef", "content"]);
  });

  test("the audit log says who took the copy of which résumé", async () => {
    const id = await sent("mia.txt", RESUME_TEXT);
    await copyOf(id);
    const lines = await service.db.selectFrom("audit_lines").selectAll().where("subject", "=", id).execute();
    expect(lines).toEqual([expect.objectContaining({ action: "resume.redacted", account_id: client.accountId })]);
    expect(lines[0]?.actor).toMatch(/^key:/);
  });
});

test("404: the copy of a résumé of another account", async () => {
  const stranger = await service.account();
  const { json } = await stranger.post("/recruit/extract-resumes", { files: [fileOf("mia.txt", RESUME_TEXT)] });
  const { json: status } = await stranger.get(`/recruit/extraction-status/${json.job_id}?wait=60`);
  const id = status.successful_extractions[0].application_id;
  expect((await client.get(`/recruit/resumes/${id}/redacted.pdf`)).status).toBe(404);
});
