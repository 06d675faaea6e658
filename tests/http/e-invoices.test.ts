/** E-invoices over HTTP: values from the data of the file, its kind in the record, its pages drawn. */
import { readFile } from "node:fs/promises";
import path from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import type { TaskRecord } from "#contract/task.ts";
import { makeEml } from "#documents/testing/make-office.ts";
import { readBeside, readSample } from "../../samples/list.ts";
import type { Client } from "../support/client.ts";
import { fatturaLot } from "../support/e-invoices.ts";
import { base64 } from "../support/pdf.ts";
import { sharedService } from "../support/shared-service.ts";

const SAMPLE = { file: "factur-x.pdf", what: "an e-invoice" };

let client: Client;
beforeAll(async () => {
  client = await (await sharedService()).account();
});

async function read(bytes: Buffer, more: object = {}): Promise<TaskRecord> {
  const extraction_schema = await readBeside(SAMPLE, "schema");
  return client.wait(await client.submit({ file_content: base64(bytes), extraction_schema, ...more }));
}

describe("a Factur-X PDF", () => {
  test("is named in the record, with the pages of its data behind those that are counted", async () => {
    const { document, data } = await read(await readSample(SAMPLE), { pages: "1" });
    expect(document).toMatchObject({ page_count: 1, structured: { format: "Factur-X", profile: "EN 16931" } });
    expect(document.pages.map(({ part }) => part ?? null)).toContain("factur-x.xml");
    expect(data).toEqual(await readBeside(SAMPLE, "expected"));
  });

  test("has evidence in the data and in print, both of which can be seen", async () => {
    const { fields, task_id } = await read(await readSample(SAMPLE));
    const [stated, printed] = fields?.["/total"]?.evidence ?? [];
    expect(stated).toMatchObject({ part: "factur-x.xml", path: expect.stringMatching(/\/GrandTotalAmount$/) });
    expect(printed).toMatchObject({ page: 1 });
    for (const page of [stated?.page, printed?.page]) {
      const picture = await fetch(`${client.url}/api/extractor/v1/tasks/${task_id}/pages/${page}.png?width=600`, {
        headers: { authorization: client.apiKey ?? "" },
      });
      expect([picture.status, picture.headers.get("content-type")]).toEqual([200, "image/png"]);
    }
  });
});

test("the XML alone is read too", async () => {
  const xml = Buffer.from(
    `<Invoice xmlns="urn:oasis:names:specification:ubl:schema:xsd:Invoice-2" xmlns:c="urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2">
<c:CustomizationID>urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0</c:CustomizationID><c:ID>P-77</c:ID><c:IssueDate>2026-03-04</c:IssueDate></Invoice>`,
  );
  const { document, data } = await read(xml);
  expect(document).toMatchObject({ mime_type: "application/xml", structured: { format: "Peppol", profile: "Peppol BIS Billing 3.0" } });
  expect(data).toMatchObject({ invoice_number: "P-77", invoice_date: "2026-03-04", due_date: null });
});

describe("a signed e-invoice (P7M)", () => {
  const extraction_schema = { fields: [{ name: "invoice_number", type: "string" }] };
  const signedFile = (name: string) => readFile(path.resolve(import.meta.dirname, "../../src/documents/testing/signed-files", name));

  test("is read by what was signed; the record has the file as it was sent, and says that no signature was checked", async () => {
    const bytes = await signedFile("invoice-stream.xml.p7m");
    const { task_id, document, data, fields, warnings } = await read(bytes, { extraction_schema });
    expect(document).toMatchObject({ mime_type: "application/pkcs7-mime", structured: { format: "FatturaPA", profile: "FPR12" } });
    expect(data).toEqual({ invoice_number: "FE-2026-17" });
    expect(fields?.["/invoice_number"]?.evidence[0]).toMatchObject({ page: 1, path: expect.stringMatching(/\/Numero$/) });
    expect(warnings.map(({ code }) => code)).toEqual(["signature_not_checked"]);
    const headers = { authorization: client.apiKey ?? "" };
    const sent = await fetch(`${client.url}/api/extractor/v1/tasks/${task_id}/document`, { headers });
    expect(sent.headers.get("content-disposition")).toContain(`${task_id}.p7m`);
    expect(Buffer.from(await sent.arrayBuffer()).equals(bytes)).toBe(true);
  });

  test("whose signature came without it is refused at once, with what to send instead", async () => {
    const file_content = base64(await signedFile("signature-only.p7s"));
    const { status, json } = await client.post("/api/extractor/v1/extract-async", { file_content, extraction_schema });
    expect([status, json.error_code, json.detail]).toEqual([400, "unsupported_type", expect.stringContaining("Send the document itself")]);
  });

  test("that is encrypted fails, and says what to do", async () => {
    const { status, error } = await read(await signedFile("encrypted.p7m"), { extraction_schema });
    expect([status, error]).toMatchObject(["failed", { code: "encrypted_document", message: expect.stringContaining("Decrypt it") }]);
  });
});

describe("a file of several e-invoices", () => {
  const extraction_schema = { fields: [{ name: "invoice_number", type: "string" }] };

  test("is read with a warning that names the others, each of which its pages give", async () => {
    const lot = fatturaLot(["L-1", "L-2"]);
    const first = await read(lot, { extraction_schema });
    expect(first.data).toEqual({ invoice_number: "L-1" });
    expect(first.warnings.map(({ code, message }) => [code, message.includes("L-2 (page 2)")])).toEqual([["einvoice_several", true]]);
    const second = await read(lot, { extraction_schema, pages: "2" });
    expect([second.data, second.warnings]).toEqual([{ invoice_number: "L-2" }, []]);
  });

  test("becomes a task for each as a packet, and so do those of a mail, read as if sent alone", async () => {
    const template = await client.post("/v1/templates", { name: "Invoice", extraction_schema });
    const sample = await readSample(SAMPLE);
    const head = ["From: Mia Muster <mia@example.com>", "To: books@example.com", "Message-ID: <1@example.com>", "Subject: Three invoices"];
    const mail = makeEml(head, "See attached.", [
      { name: "lot.xml", type: "text/xml", bytes: fatturaLot(["L-1", "L-2"]) },
      { name: "third.pdf", type: "application/pdf", bytes: sample },
    ]);
    const numbers = async (file: Buffer) => {
      const { json } = await client.post("/v1/packets", { file_content: base64(file), templates: [template.json.template_id] });
      const packet = (await client.get(`/v1/packets/${json.packet_id}?wait=60`)).json;
      const set = packet.parts.map(({ pages }: { pages: number[] }) => ({ pages, template_id: template.json.template_id }));
      const { parts } = (await client.put(`/v1/packets/${json.packet_id}/parts`, { parts: set })).json;
      const tasks = await Promise.all(parts.map(({ task_id }: { task_id: string }) => client.wait(task_id)));
      return tasks.map(({ data, document }: TaskRecord) => [data?.invoice_number, document.structured?.format]);
    };
    expect(await numbers(fatturaLot(["L-1", "L-2"]))).toEqual([
      ["L-1", "FatturaPA"],
      ["L-2", "FatturaPA"],
    ]);
    expect(await numbers(mail)).toEqual([
      [null, undefined],
      ["L-1", "FatturaPA"],
      ["L-2", "FatturaPA"],
      ["FX-2026-0117", "Factur-X"],
    ]);
  });
});
