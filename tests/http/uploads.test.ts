/** Files that are put to an address of their own first, and named in requests by their id. */
import { createHash } from "node:crypto";
import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { beforeAll, describe, expect, test } from "vitest";
import { UploadRecord, UploadReply } from "#contract/uploads.ts";
import { forgetExpiredUploads } from "#uploads/maintenance.ts";
import type { Answer, Client } from "../support/client.ts";
import { base64, INVOICE, INVOICE_SCHEMA, pdfOf } from "../support/pdf.ts";
import { RESUME_TEXT } from "../support/resumes.ts";
import { type SharedService, sharedService } from "../support/shared-service.ts";

const MEGABYTES_10 = 10 * 1024 * 1024;

let service: SharedService;
let client: Client;
let pdf: Uint8Array<ArrayBuffer>;
beforeAll(async () => {
  service = await sharedService();
  client = await service.account();
  pdf = Uint8Array.from(await pdfOf(INVOICE));
});

type Put = Pick<Answer, "status" | "json">;
type Bytes = Uint8Array<ArrayBuffer> | string;
/** The address as the service that runs here has it. */
const here = (url: string) => service.url + url.slice(new URL(url).origin.length);

async function put(url: string, body: Bytes, headers: Record<string, string> = {}): Promise<Put> {
  const answer = await fetch(here(url), { method: "PUT", body, headers });
  return { status: answer.status, json: await answer.json() };
}

async function ask(body: object = {}, by = client): Promise<UploadReply> {
  const { status, json } = await by.post("/v1/uploads", body);
  expect(status).toBe(201);
  return UploadReply.parse(json);
}

/** The id of an upload whose file has arrived. */
async function uploaded(bytes: Bytes, body: object = {}): Promise<string> {
  const { url, upload_id, headers } = await ask(body);
  expect((await put(url, bytes, headers)).status).toBe(200);
  return upload_id;
}

/** Stored files of an account. */
async function filesOf(accountId: string): Promise<string[]> {
  const keys: string[] = [];
  for await (const key of service.deps.blobs.keys()) if (key.startsWith(`${accountId}/`)) keys.push(key);
  return keys;
}

const schema = { extraction_schema: INVOICE_SCHEMA };

describe("an upload", () => {
  test("is asked for, takes its file without a key, and says what it is", async () => {
    const asked = await ask({ filename: "March.pdf", size_bytes: pdf.length, content_type: "application/pdf" });
    expect(asked).toMatchObject({ status: "waiting", filename: "March.pdf", size_bytes: pdf.length, sha256: null, mime_type: null });
    expect(asked.headers).toEqual({ "Content-Type": "application/pdf" });
    const hours = (Date.parse(asked.expires_at) - Date.parse(asked.created_at)) / 3_600_000;
    expect(hours).toBe(24);
    const { status, json } = await put(asked.url, pdf, asked.headers);
    expect(status).toBe(200);
    const sha256 = createHash("sha256").update(pdf).digest("hex");
    const { url: _url, headers: _headers, ...record } = asked;
    expect(UploadRecord.strict().parse(json)).toEqual({ ...record, status: "ready", sha256, mime_type: "application/pdf" });
    expect((await client.get(`/v1/uploads/${asked.upload_id}`)).json).toEqual(json);
  });

  test("takes the same file again, and no other", async () => {
    const { url } = await ask();
    const first = await put(url, pdf);
    expect(await put(url, pdf)).toEqual(first);
    for (const other of [Uint8Array.from([...pdf, 10]), Uint8Array.from(pdf.toReversed())])
      expect(await put(url, other)).toMatchObject({ status: 400, json: { error_code: "upload_has_file" } });
    expect((await put(url, pdf)).status).toBe(200);
  });

  test("takes one of two files that arrive at the same time, as a whole", async () => {
    const stranger = await service.account();
    const { url, upload_id } = await ask({}, stranger);
    const files = Array.from({ length: 6 }, (_, i) => Uint8Array.from([...pdf, ...Buffer.from(`\n% ${i}`)]));
    const answers = await Promise.all(files.map((file) => put(url, file)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const kept = files[answers.findIndex(({ status }) => status === 200)] ?? pdf;
    const task = await stranger.extract({ document: { upload_id }, ...schema });
    expect(task.document.sha256).toBe(createHash("sha256").update(kept).digest("hex"));
    expect((await filesOf(stranger.accountId)).filter((key) => key.includes("upl_"))).toHaveLength(1);
  });

  test("takes its file with a key too, and only from its account", async () => {
    const { upload_id } = await ask();
    const stranger = await service.account();
    expect((await stranger.put(`/v1/uploads/${upload_id}`, { any: "text" })).status).toBe(404);
    expect((await client.put(`/v1/uploads/${upload_id}`, { any: "text" })).status).toBe(200);
  });

  test("is deleted with its file; what was made of it keeps its own", async () => {
    const own = await service.account();
    const { url, upload_id } = await ask({}, own);
    await put(url, pdf);
    const task = await own.extract({ document: { upload_id }, ...schema });
    expect((await own.delete(`/v1/uploads/${upload_id}`)).status).toBe(204);
    expect(await filesOf(own.accountId)).toEqual([`${own.accountId}/${task.task_id}`]);
    expect((await own.get(`/v1/uploads/${upload_id}`)).status).toBe(404);
    expect(await put(url, pdf)).toMatchObject({ status: 404 });
    expect((await own.post("/v1/extract-async", { document: { upload_id }, ...schema })).json.error_code).toBe("upload_unknown");
    expect((await own.get(`/v1/tasks/${task.task_id}/document`)).status).toBe(200);
  });

  test("is gone when its time is over, at once; its file is deleted by maintenance", async () => {
    const own = await service.account();
    const [used, waiting] = [await ask({}, own), await ask({}, own)];
    await put(used.url, pdf);
    await sql`UPDATE uploads SET expires_at = now() WHERE account_id = ${own.accountId}`.execute(service.db);
    expect((await own.post("/v1/extract-async", { document: { upload_id: used.upload_id }, ...schema })).json.error_code).toBe(
      "upload_unknown",
    );
    expect((await put(waiting.url, pdf)).status).toBe(404);
    expect(await filesOf(own.accountId)).toHaveLength(1);
    expect(await forgetExpiredUploads(service.forAll)).toBeGreaterThanOrEqual(2);
    expect(await filesOf(own.accountId)).toEqual([]);
  });
});

describe("a file that is named by its upload", () => {
  test("is read as one that is sent, as often as it is named", async () => {
    const sent = await client.extract({ file_content: base64(Buffer.from(pdf)), ...schema, cache: "off" });
    const upload_id = await uploaded(pdf, { filename: "March.pdf" });
    const ask = { ...schema, cache: "off" };
    for (const [document, filename] of [
      [{ upload_id }, "March.pdf"],
      [{ upload_id, filename: "April.pdf" }, "April.pdf"],
    ] as const) {
      const task = await client.extract({ document, ...ask });
      expect(task).toMatchObject({ status: "completed", data: sent.data, document: { ...sent.document, filename } });
    }
    const kept = await fetch(
      `${service.url}/api/extractor/v1/tasks/${(await client.extract({ document: { upload_id }, ...ask })).task_id}/document`,
      {
        headers: { authorization: String(client.apiKey) },
      },
    );
    expect(new Uint8Array(await kept.arrayBuffer())).toEqual(pdf);
  });

  test("is a document of a batch; one that is not there fails its task only", async () => {
    const upload_id = await uploaded(pdf, { filename: "March.pdf" });
    const { upload_id: unfinished } = await ask();
    const documents = [{ upload_id: "upl_none" }, { upload_id }, { upload_id: unfinished }, { upload_id, filename: "again.pdf" }];
    const { json } = await client.post("/v1/extract-batch", { documents, ...schema });
    const { json: batch } = await client.get(`/v1/extract-batch/${json.batch_id}?wait=60`);
    const told = batch.tasks.map(({ document, error }: { document: { filename: string }; error: { code: string } | null }) => [
      document.filename,
      error?.code ?? null,
    ]);
    expect(told).toEqual([
      [null, "document_unreachable"],
      ["March.pdf", null],
      [null, "document_unreachable"],
      ["again.pdf", null],
    ]);
    expect(batch.tasks[2].error.message).toContain("has not arrived");
  });

  test("is a packet, a preview and a suggestion", async () => {
    const upload_id = await uploaded(pdf, { filename: "stack.pdf" });
    const { template_id } = (await client.post("/v1/templates", { name: "Invoices", ...schema })).json;
    const packet = await client.post("/v1/packets", { document: { upload_id }, templates: [template_id] });
    expect((await client.get(`/v1/packets/${packet.json.packet_id}?wait=60`)).json).toMatchObject({
      status: "completed",
      filename: "stack.pdf",
    });
    expect((await client.post("/v1/documents/preview", { document: { upload_id } })).json.preview.page).toBe(1);
    const suggested = await client.post("/v1/schemas/suggest", { document: { upload_id } });
    expect(suggested.json.extraction_schema.fields.length).toBeGreaterThan(0);
  });

  test("is a résumé of a batch, and one to be evaluated", async () => {
    const upload_id = await uploaded(RESUME_TEXT, { filename: "mia.txt" });
    const files = [{ upload_id }, { upload_id, filename: "other.txt", content_type: "text/plain" }, { upload_id: "upl_none" }];
    const sent = await client.post("/recruit/extract-resumes", { files });
    const { json } = await client.get(`/recruit/extraction-status/${sent.json.job_id}?wait=60`);
    expect(json).toMatchObject({
      successful_extractions: [{ filename: "mia.txt" }, { filename: "other.txt" }],
      failed_extractions: [{ filename: "resume-3", code: "document_unreachable" }],
    });
    const job_details = { required_skills: [{ name: "Python" }] };
    const asked = { job_id: "j", application_id: "a", resume_file: { upload_id }, job_details };
    const scored = await client.post("/recruit/evaluate", asked);
    expect(scored.json.skills.Python.score).toBeGreaterThan(0);
    const both = { ...asked, resume_file: { upload_id, content: base64(Buffer.from(RESUME_TEXT)) } };
    expect((await client.post("/recruit/evaluate", both)).json.detail).toMatchObject([{ type: "too_many" }]);
    const neither = await client.post("/recruit/extract-resumes", { files: [{ filename: "a.txt", content_type: "text/plain" }] });
    expect(neither.json.detail).toMatchObject([{ loc: ["body", "files", 0, "content"], type: "missing" }]);
  });

  test("whose file has not arrived is refused, and the answer says what to do", async () => {
    const { upload_id, url } = await ask();
    const { status, json } = await client.post("/v1/extract-async", { document: { upload_id }, ...schema });
    expect([status, json.error_code]).toEqual([400, "upload_unfinished"]);
    expect(json.detail).toContain("PUT");
    await put(url, pdf);
    expect((await client.extract({ document: { upload_id }, ...schema })).status).toBe("completed");
  });

  test("is one document among others only", async () => {
    const document = { upload_id: "upl_none", url: "https://example.com/a.pdf" };
    const { status, json } = await client.post("/v1/extract-async", { document, ...schema });
    expect([status, json.detail.length]).toEqual([422, 2]);
    const documents = [{ upload_id: "upl_none", file_content: "AAAA" }];
    expect((await client.post("/v1/extract-batch", { documents, ...schema })).status).toBe(422);
  });
});

describe("what is no file of the upload is refused", () => {
  test("10 MB pass, and a byte more does not, announced or not", async () => {
    const bytes = new Uint8Array(MEGABYTES_10);
    bytes.set(pdf);
    const { url } = await ask();
    expect(await put(url, new Uint8Array([...bytes, 0]))).toMatchObject({ status: 400, json: { error_code: "document_too_large" } });
    const streamed = await fetch(here(url), {
      method: "PUT",
      body: new Blob([bytes, "0"]).stream(),
      duplex: "half",
    } as RequestInit);
    expect(((await streamed.json()) as { error_code: string }).error_code).toBe("document_too_large");
    expect((await put(url, bytes)).status).toBe(200);
    expect((await client.post("/v1/uploads", { size_bytes: MEGABYTES_10 + 1 })).json.error_code).toBe("document_too_large");
  });

  test.each([
    ["nothing", () => "", {}, "empty_document"],
    ["another size", () => "some text", { size_bytes: 10 }, "upload_damaged"],
    ["no document", () => Uint8Array.from([0, 1, 2, 3]), {}, "unsupported_type"],
  ])("%s", async (_what, bytes, body, code) => {
    const { url, upload_id } = await ask(body);
    expect(await put(url, bytes())).toMatchObject({ status: 400, json: { error_code: code } });
    expect((await client.get(`/v1/uploads/${upload_id}`)).json.status).toBe("waiting");
  });

  test.each([
    ["content-md5", createHash("md5"), (hash: string) => hash],
    ["content-digest", createHash("sha256"), (hash: string) => `sha-512=:AAAA:, sha-256=:${hash}:`],
  ])("bytes that are not those of %s", async (header, hash, written) => {
    const right = written(hash.update(pdf).digest("base64"));
    const { url } = await ask();
    const other = Uint8Array.from([...pdf, 10]);
    expect(await put(url, other, { [header]: right })).toMatchObject({ status: 400, json: { error_code: "upload_damaged" } });
    expect((await put(url, pdf, { [header]: right })).status).toBe(200);
  });

  test.each([
    ["a form", { "content-type": "multipart/form-data; boundary=x" }, "unsupported_content_type"],
    ["a compressed body", { "content-encoding": "gzip" }, "unsupported_encoding"],
  ])("%s", async (_what, headers, code) => {
    const { url } = await ask();
    expect(await put(url, pdf, headers)).toMatchObject({ status: 400, json: { error_code: code } });
  });

  test.each([
    ["another signature", (url: URL) => url.searchParams.set("signature", "A".repeat(43))],
    ["a short signature", (url: URL) => url.searchParams.set("signature", "A")],
    ["a later end", (url: URL) => url.searchParams.set("expires", String(Number(url.searchParams.get("expires")) + 1))],
    ["another upload", (url: URL) => Object.assign(url, { pathname: url.pathname.replace(/.$/, (last) => (last === "0" ? "1" : "0")) })],
  ])("at an address with %s: 401", async (_what, change) => {
    const { url, upload_id } = await ask();
    const changed = new URL(url);
    change(changed);
    expect(await put(changed.href, pdf)).toMatchObject({ status: 401, json: { error_code: "upload_url_invalid" } });
    expect((await client.get(`/v1/uploads/${upload_id}`)).json.status).toBe("waiting");
  });

  test("without a signature or a key: 401; the address reads and deletes nothing", async () => {
    const { url, upload_id } = await ask();
    expect((await put(url.split("?")[0] ?? "", pdf)).status).toBe(401);
    for (const method of ["GET", "DELETE"]) expect((await fetch(here(url), { method })).status).toBe(401);
    expect((await client.get(`/v1/uploads/${upload_id}`)).status).toBe(200);
  });

  test("PUTs count towards the rate of the account", async () => {
    const limited = await service.account({ ratePerMinute: 2 });
    const { url } = await ask({}, limited);
    expect((await put(url, pdf)).status).toBe(200);
    const { status, json } = await put(url, pdf);
    expect([status, json.error_code]).toEqual([429, "rate_limited"]);
  });
});

test("of a file that breaks off nothing is kept, and it can be sent again", async () => {
  const own = await service.account();
  const { url, upload_id } = await ask({}, own);
  const { port, pathname, search } = new URL(here(url));
  const socket = connect(Number(port), "127.0.0.1");
  socket.on("error", () => undefined);
  socket.write(`PUT ${pathname}${search} HTTP/1.1\r\nhost: x\r\ncontent-length: ${pdf.length}\r\n\r\n`);
  socket.write(pdf.subarray(0, pdf.length - 1));
  await sleep(300);
  socket.destroy();
  expect((await own.get(`/v1/uploads/${upload_id}`)).json.status).toBe("waiting");
  expect(await filesOf(own.accountId)).toEqual([]);
  expect((await put(url, pdf)).status).toBe(200);
});
