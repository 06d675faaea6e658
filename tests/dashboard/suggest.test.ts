/** A schema suggested from a document's own labels, and what extraction gives for it. */
import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, test } from "vitest";
import type { Field } from "#contract/schema/field.ts";
import type { SuggestReply } from "#contract/suggestions.ts";
import { base64, pdfOf } from "../support/pdf.ts";
import { startReceiver } from "../support/receiver.ts";
import type { TestService } from "../support/service.ts";
import { type SharedService, sharedService } from "../support/shared-service.ts";

let service: SharedService;
let client: Awaited<ReturnType<TestService["account"]>>;
beforeAll(async () => {
  service = await sharedService();
  client = await service.account();
});

const pageOf = async (lines: string[]) => base64(await pdfOf([lines.map((text, i) => ({ text, y: 60 + 24 * i }))]));
const SUGGEST = "/v1/schemas/suggest";
const sample = (name: string) => readFileSync(new URL(`../../samples/${name}`, import.meta.url)).toString("base64");

async function suggested(name: string): Promise<SuggestReply> {
  const { status, json } = await client.post(SUGGEST, { file_content: sample(name) });
  expect(status).toBe(200);
  return json;
}
const typesOf = (fields: readonly Field[] = []): Record<string, string> => Object.fromEntries(fields.map(({ name, type }) => [name, type]));
const samplesOf = ({ suggestions }: SuggestReply) => Object.fromEntries(suggestions.map(({ path, sample: value }) => [path, value]));

describe("200: of the sample documents", () => {
  test("invoice-en: number, dates, sums and line items with their types", async () => {
    const reply = await suggested("invoice-en.pdf");
    const { fields } = reply.extraction_schema;
    expect(typesOf(fields)).toMatchObject({
      invoice_number: "string",
      invoice_date: "date",
      due_date: "date",
      order_reference: "string",
      net_total: "currency",
      tax_total: "currency",
      total: "currency",
      iban: "string",
      email: "email",
      line_items: "table",
    });
    const items = fields.find(({ name }) => name === "line_items")?.fields;
    expect(typesOf(items)).toEqual({
      item_number: "string",
      description: "string",
      quantity: "number",
      unit: "string",
      unit_price: "number",
      tax_rate: "percentage",
      amount: "number",
    });
    expect(samplesOf(reply)).toMatchObject({
      "/invoice_number": "MF-20418",
      "/total": "GBP 10,251.34",
      "/line_items/amount": "938.00",
    });
    expect(fields.find(({ name }) => name === "invoice_number")?.description).toBe("Invoice number");
  });

  test("invoice-de: German labels give English names, the others their own words", async () => {
    const reply = await suggested("invoice-de.pdf");
    expect(typesOf(reply.extraction_schema.fields)).toMatchObject({
      invoice_number: "string",
      delivery_date: "date",
      customer_number: "string",
      due_date: "date",
      total: "currency",
      geschaeftsfuehrerin: "string",
      line_items: "table",
    });
    expect(samplesOf(reply)).toMatchObject({ "/total": "12.172,41 €", "/geschaeftsfuehrerin": "Dr. Mia Muster" });
    expect(reply.document.page_count).toBe(2);
  });

  test("form-scan: labels above the boxes of a form, known or not", async () => {
    const reply = await suggested("form-scan.png");
    expect(typesOf(reply.extraction_schema.fields)).toMatchObject({
      full_name: "string",
      date_of_birth: "date",
      phone: "phone",
      date_of_loss: "date",
      time_of_loss: "time",
      amount_claimed: "currency",
      items_damaged: "number",
    });
    expect(samplesOf(reply)).toMatchObject({ "/items_damaged": "4", "/date_of_loss": "28 April 2026" });
  });

  test("receipt-photo: the total, when it was bought, and what", async () => {
    const reply = await suggested("receipt-photo.jpg");
    expect(typesOf(reply.extraction_schema.fields)).toMatchObject({ date: "date", time: "time", total: "currency", line_items: "table" });
    expect(samplesOf(reply)).toMatchObject({ "/total": "£35.25" });
  });

  test.each(["invoice-en.pdf", "form-scan.png"])("%s: extraction with the suggested schema finds every sample", async (name) => {
    const { extraction_schema, suggestions } = await suggested(name);
    const { json: submitted } = await client.post("/v1/extract-async", {
      file_content: sample(name),
      extraction_schema,
      provider: "local",
    });
    const { json: task } = await client.get(`/v1/tasks/${submitted.task_id}?wait=30`);
    expect(task.status).toBe("completed");
    const singles = suggestions.filter(({ path, sample: value }) => value !== null && path.split("/").length === 2);
    expect(singles.length).toBeGreaterThan(7);
    const raws = Object.fromEntries(singles.map(({ path }) => [path, task.fields[path].raw?.replace(/\s/g, "")]));
    expect(raws).toEqual(Object.fromEntries(singles.map(({ path, sample: value }) => [path, value?.replace(/\s/g, "")])));
    expect(singles.filter(({ path }) => task.fields[path].status !== "found").map(({ path }) => path)).toEqual([]);
    if (extraction_schema.fields.some(({ name: field }) => field === "line_items")) expect(task.data.line_items.length).toBeGreaterThan(1);
  });
});

describe("200", () => {
  test("labels nobody knows are found by their colon; the shape of the value gives the type", async () => {
    const lines = [
      "Zählernummer: 004711",
      "Verbrauch: 4.250",
      "Ablesung am: 03.11.2025",
      "Nutzungsgrad: 87,5 %",
      "Guthaben: 1.240,00 EUR",
      "Hausverwaltung: Beispiel & Partner",
      "Rückfragen an: kontakt@example.com",
    ];
    const { status, json } = await client.post(SUGGEST, { file_content: await pageOf(lines) });
    expect(status).toBe(200);
    expect(typesOf(json.extraction_schema.fields)).toEqual({
      zaehlernummer: "string",
      verbrauch: "number",
      ablesung_am: "date",
      nutzungsgrad: "percentage",
      guthaben: "currency",
      hausverwaltung: "string",
      rueckfragen_an: "email",
    });
    expect(samplesOf(json)).toMatchObject({ "/zaehlernummer": "004711", "/verbrauch": "4.250" });
  });

  test("boxes lie on the page and the preview is a picture of it", async () => {
    const { suggestions, preview, document } = await suggested("invoice-en.pdf");
    for (const { label_bbox, sample_bbox, page } of suggestions) {
      expect(document.pages.map(({ number }) => number)).toContain(page);
      for (const bbox of [label_bbox, ...(sample_bbox ? [sample_bbox] : [])]) {
        const [left, top, right, bottom] = bbox;
        expect(left < right && top < bottom && left >= 0 && top >= 0 && right <= 1 && bottom <= 1).toBe(true);
      }
    }
    expect(preview).toMatchObject({ page: 1, width_px: 900 });
    expect(Buffer.from(preview.png_base64, "base64").subarray(1, 4).toString()).toBe("PNG");
    const [first] = document.pages;
    expect(preview.height_px / preview.width_px).toBeCloseTo((first?.height ?? 0) / (first?.width ?? 1), 1);
  });

  test("prose gives no fields and a warning that says so", async () => {
    const lines = [
      "It was a bright cold day and the clocks",
      "were striking as we walked down the road",
      "to the harbour where the boats lay.",
    ];
    const { json } = await client.post(SUGGEST, { file_content: await pageOf(lines) });
    expect(json.extraction_schema).toEqual({ fields: [] });
    expect(json.warnings).toMatchObject([{ code: "nothing_found" }]);
  });

  test("a URL is fetched; layout A is taken too", async () => {
    await using server = await startReceiver((_, response) => void response.end(Buffer.from(sample("invoice-en.pdf"), "base64")));
    const { status, json } = await client.post(SUGGEST, { document: { url: `${server.url}/invoice.pdf` } });
    expect(status).toBe(200);
    expect(samplesOf(json)).toMatchObject({ "/invoice_number": "MF-20418" });
  });
});

describe("400 and 422, as extract-async", () => {
  test("no document, two documents", async () => {
    expect((await client.post(SUGGEST, {})).json.detail).toMatchObject([{ loc: ["body", "document_url"], type: "missing" }]);
    const both = { file_content: "AA==", document_url: "https://example.com/a.pdf" };
    expect((await client.post(SUGGEST, both)).json.detail).toMatchObject([{ type: "too_many" }, { type: "too_many" }]);
  });

  test.each([
    ["not base64", { file_content: "§§§" }, "invalid_base64"],
    ["of a type that is not read", { file_content: base64(Buffer.from("hello\0world")) }, "unsupported_type"],
    ["a damaged PDF", { file_content: base64(Buffer.from("%PDF-1.7\nnothing")) }, "corrupt_document"],
    ["a private address", { document_url: "http://10.0.0.1/a.pdf" }, "url_not_allowed"],
  ])("%s", async (_, body, code) => {
    const { status, json } = await client.post(SUGGEST, body);
    expect([status, json.error_code]).toEqual([400, code]);
  });
});
