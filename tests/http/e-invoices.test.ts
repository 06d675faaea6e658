/** E-invoices over HTTP: values from the data of the file, its kind in the record, its pages drawn. */
import { beforeAll, describe, expect, test } from "vitest";
import type { TaskRecord } from "#contract/task.ts";
import { readBeside, readSample } from "../../samples/list.ts";
import type { Client } from "../support/client.ts";
import { base64 } from "../support/pdf.ts";
import { sharedService } from "../support/shared-service.ts";

const SAMPLE = { file: "factur-x.pdf", what: "an e-invoice" };

let client: Client;
beforeAll(async () => {
  client = await (await sharedService()).account();
});

async function read(bytes: Buffer, more: object = {}): Promise<TaskRecord> {
  const extraction_schema = await readBeside(SAMPLE, "schema");
  return client.wait(await client.submit({ file_content: base64(bytes), extraction_schema, ...more }), 60);
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
