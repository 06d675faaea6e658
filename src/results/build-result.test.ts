import { describe, expect, test } from "vitest";
import type { Field } from "#contract/schema/field.ts";
import { ExtractionResult } from "#contract/task.ts";
import type { Document } from "#documents/document.ts";
import type { Finding } from "#engines/engine.ts";
import { typedDocument } from "#engines/typed-document.ts";
import { buildResult } from "./build-result.ts";

const PAGE = `Rechnung Nr.  00042
Datum  05.03.2024
Netto  1.000,00 EUR
MwSt  190,00 EUR
Gesamtbetrag  1.190,00 EUR
Stift  2  1,50  3,00
Block  1  2,00  2,00`;

const build = (fields: Field[], findings: Finding[], document: Document = typedDocument(PAGE)) =>
  buildResult(document, { fields }, findings);
const at = (path: string, raw: string, more: Partial<Finding> = {}): Finding => ({ path, raw, page: 1, ...more });

describe("the result", () => {
  test("a value with its evidence, box, raw words and confidence", () => {
    const finding = at("/total", "1.190,00 EUR", { quote: "Gesamtbetrag 1.190,00 EUR", margin: 0.9 });
    const { data, fields } = build([{ name: "total", type: "currency" }], [finding]);
    expect(data).toEqual({ total: { amount: 1190, currency: "EUR" } });
    expect(fields["/total"]).toMatchObject({
      status: "found",
      raw: "1.190,00 EUR",
      evidence: [{ page: 1, text: "Gesamtbetrag 1.190,00 EUR" }],
    });
    const [left, top, right, bottom] = fields["/total"]?.evidence[0]?.bbox ?? [1, 1, 0, 0];
    expect(0 <= left && left < right && right <= 1 && 0 <= top && top < bottom && bottom <= 1).toBe(true);
    expect(fields["/total"]?.confidence).toBeGreaterThan(0.5);
  });

  test("a yes or no by a check box that an engine pointed at, with or without its sign", () => {
    const [page] = typedDocument("Insured?         Yes      No\nCall me back").pages;
    const box = (column: number, top: number) => ({ left: 20 + 6 * column, top, right: 30 + 6 * column, bottom: top + 10 });
    const marks = [
      { box: box(14, 20), checked: false, certainty: 1 },
      { box: box(23, 20), checked: true, certainty: 1 },
      { box: box(14, 34), checked: true, certainty: 1 },
    ];
    const document: Document = { ...typedDocument(""), pages: page ? [{ ...page, marks }] : [] };
    const said = (raw: string) => {
      const { data, fields } = build([{ name: "x", type: "boolean" }], [at("/x", raw)], document);
      return [data.x, fields["/x"]?.status];
    };
    expect(said("☒ No")).toEqual([false, "found"]);
    expect(said("No")).toEqual([false, "found"]);
    expect(said("☐ Yes ☒ No")).toEqual([false, "found"]);
    expect(said("Call me back")).toEqual([true, "found"]);
  });

  test("has the shape of the schema when nothing was found", () => {
    const schema: Field[] = [
      { name: "number", type: "string" },
      { name: "seller", type: "object", fields: [{ name: "name", type: "string" }] },
      { name: "rows", type: "table", fields: [{ name: "amount", type: "number" }] },
      { name: "tags", type: "array", items: { name: "item", type: "string" } },
    ];
    const result = build(schema, []);
    expect(result.data).toEqual({ number: null, seller: { name: null }, rows: [], tags: [] });
    expect(Object.keys(result.fields)).toEqual(["/number", "/seller/name", "/rows", "/tags"]);
    for (const [pointer, field] of Object.entries(result.fields))
      expect(field).toMatchObject({ value: /rows|tags/.test(pointer) ? [] : null, status: "not_found", confidence: null, evidence: [] });
    expect(ExtractionResult.safeParse(result).success).toBe(true);
  });

  test("a value whose pattern takes too long is kept with a warning that says what to do, and other patterns are applied", () => {
    const serial = "a".repeat(2_000);
    const fields: Field[] = [
      { name: "serial", type: "string", pattern: `${"(a{0,1000}b?)c?".repeat(60)}[cd]$` },
      { name: "number", type: "string", pattern: "^9" },
    ];
    const read = build(fields, [at("/serial", serial), at("/number", "00042")], typedDocument(`Serial  ${serial}\nNr.  00042`));
    expect(read.data).toEqual({ serial, number: null });
    expect(read.warnings.map(({ code, path }) => [code, path])).toEqual([
      ["pattern_stopped", "/serial"],
      ["pattern_mismatch", "/number"],
    ]);
    expect(read.warnings[0]?.message).toContain("Shorten it, or use fewer or smaller counts of repetitions");
  });

  test("leading zeros of identifiers are kept", () => {
    expect(build([{ name: "number", type: "string" }], [at("/number", "00042")]).data).toEqual({ number: "00042" });
  });

  test("an answer that is not on the page is dropped with a warning", () => {
    const { data, fields, warnings } = build([{ name: "total", type: "number" }], [at("/total", "9.999,99")]);
    expect(data).toEqual({ total: null });
    expect(fields["/total"]).toMatchObject({ status: "not_found", evidence: [] });
    expect(warnings).toMatchObject([{ code: "not_on_page", path: "/total" }]);
  });

  test("words that are no value of the type are invalid, with their raw text", () => {
    const { fields } = build([{ name: "date", type: "date" }], [at("/date", "Gesamtbetrag")]);
    expect(fields["/date"]).toMatchObject({ value: null, status: "invalid", raw: "Gesamtbetrag", confidence: null });
  });

  test("illegible letters make the field unreadable", () => {
    const document = typedDocument("Total  5.00");
    for (const word of document.pages[0]?.lines[0]?.segments[1]?.words ?? []) word.certainty = 0.1;
    expect(build([{ name: "total", type: "number" }], [at("/total", "5.00")], document).fields["/total"]).toMatchObject({
      value: null,
      status: "unreadable",
    });
  });

  test("rows keep their order, close up, and every cell has a record", () => {
    const field: Field = {
      name: "rows",
      type: "table",
      fields: [
        { name: "text", type: "string" },
        { name: "amount", type: "number" },
      ],
    };
    const findings = [
      at("/rows/2/text", "Block"),
      at("/rows/0/text", "Stift"),
      at("/rows/0/amount", "3,00"),
      at("/rows/1/text", "Nowhere"),
    ];
    const { data, fields } = build([field], findings);
    expect(data).toEqual({
      rows: [
        { text: "Stift", amount: 3 },
        { text: "Block", amount: null },
      ],
    });
    expect(Object.keys(fields)).toEqual(["/rows/0/text", "/rows/0/amount", "/rows/1/text", "/rows/1/amount"]);
  });

  test("names with slashes and tildes are escaped in pointers", () => {
    const { data, fields } = build([{ name: "a/b~c", type: "string" }], [at("/a~1b~0c", "00042")]);
    expect(data).toEqual({ "a/b~c": "00042" });
    expect(fields["/a~1b~0c"]?.status).toBe("found");
  });

  test("an answer for an unknown field is reported and dropped", () => {
    const { data, warnings } = build([{ name: "total", type: "number" }], [at("/other", "00042")]);
    expect(data).toEqual({ total: null });
    expect(warnings).toMatchObject([{ code: "unknown_path", path: "/other" }]);
  });

  test("a missing required field is reported", () => {
    expect(build([{ name: "iban", type: "string", required: true }], []).warnings).toMatchObject([
      { code: "required_missing", path: "/iban" },
    ]);
  });

  test("net and tax that make the total raise the confidence, a wrong total is reported", () => {
    const fields: Field[] = [
      { name: "net_total", type: "number" },
      { name: "tax_total", type: "number" },
      { name: "total", type: "number" },
    ];
    const sums = (total: string) => build(fields, [at("/net_total", "1.000,00"), at("/tax_total", "190,00"), at("/total", total)]);
    expect(sums("1.190,00").warnings).toEqual([]);
    expect(sums("3,00").warnings).toMatchObject([{ code: "sum_mismatch" }]);
    expect(sums("1.190,00").fields["/total"]?.confidence).toBeGreaterThan(sums("3,00").fields["/total"]?.confidence ?? 1);
  });

  describe("sums that do not agree lower the confidence of all their members, and are reported", () => {
    const money = (name: string): Field => ({ name, type: "number" });
    const lines: Field = { name: "line_items", type: "table", fields: [money("quantity"), money("unit_price"), money("line_amount")] };
    const RECEIPT = "Pen  2  1,50  3,00\nPad  1  2,00  2,00\nNet  5,00\nVAT  0,25\nTotal  5,25\nCash  10,00\nChange  4,75";
    const values: Record<string, string> = {
      "/line_items/0/line_amount": "3,00",
      "/line_items/1/line_amount": "2,00",
      "/net_total": "5,00",
      "/tax_total": "0,25",
      "/grand_total": "5,25",
      "/cash_tendered": "10,00",
      "/change": "4,75",
    };
    const fields = [lines, ...["net_total", "tax_total", "grand_total", "cash_tendered", "change"].map(money)];
    const read = (more: Record<string, string> = {}, schema = fields, under = "") =>
      build(
        schema,
        Object.entries({ ...values, ...more }).map(([path, raw]) => at(`${under}${path}`, raw)),
        typedDocument(RECEIPT),
      );
    const lowered = (result: ReturnType<typeof read>) =>
      Object.entries(result.fields).flatMap(([path, { warnings }]) => (warnings.includes("sum_mismatch") ? [path] : []));

    test("all of them agree", () => {
      expect(read().warnings).toEqual([]);
    });

    test.each([
      ["net, tax and total", { "/tax_total": "2,00" }, ["/net_total", "/tax_total", "/grand_total"]],
      ["the lines and the total", { "/line_items/1/line_amount": "1,50" }, ["/line_items/0/line_amount", "/line_items/1/line_amount"]],
      ["the total, what was given and the change", { "/change": "2,00" }, ["/grand_total", "/cash_tendered", "/change"]],
    ])("%s", (_, wrong, members) => {
      const [right, result] = [read(), read(wrong)];
      expect(lowered(result)).toEqual(members);
      for (const path of members) expect(result.fields[path]?.confidence).toBeLessThan(Math.min(0.8, right.fields[path]?.confidence ?? 0));
    });

    test("lines whose sum is printed elsewhere agree, as before a discount", () => {
      const page = "Pen  2  1,50  3,00\nPad  1  2,00  2,00\nSubtotal  5,00\nDiscount  -1,00\nNet  4,00\nVAT  0,25\nTotal  4,25";
      const found = { ...values, "/net_total": "4,00", "/grand_total": "4,25" };
      const findings = Object.entries(found).flatMap(([path, raw]) => (/cash|change/.test(path) ? [] : [at(path, raw)]));
      expect(lowered(build(fields, findings, typedDocument(page)))).toEqual([]);
      expect(lowered(build(fields, findings, typedDocument(page.replace("Subtotal  5,00\n", ""))))).toEqual([
        "/line_items/0/line_amount",
        "/line_items/1/line_amount",
      ]);
    });

    test("where no other sum confirms the total, the lines put it in doubt too", () => {
      const result = build(
        [lines, money("grand_total")],
        [at("/line_items/0/line_amount", "3,00"), at("/grand_total", "5,25")],
        typedDocument(RECEIPT),
      );
      expect(lowered(result)).toEqual(["/line_items/0/line_amount", "/grand_total"]);
    });

    test("also inside a group", () => {
      const result = read({ "/tax_total": "2,00" }, [{ name: "sums", type: "object", fields }], "/sums");
      expect(lowered(result)).toEqual(["/sums/net_total", "/sums/tax_total", "/sums/grand_total"]);
    });
  });

  test("an ambiguous date is given with its candidates, and as no surer than a guess of its order", () => {
    const { warnings, fields } = build([{ name: "date", type: "date" }], [at("/date", "03/04/2026")], typedDocument("Date  03/04/2026"));
    expect(warnings).toMatchObject([{ code: "ambiguous_date", path: "/date", candidates: ["2026-04-03", "2026-03-04"] }]);
    expect(fields["/date"]?.confidence).toBeLessThan(0.5);
  });

  test("classified values are inferred and keep the words that support them", () => {
    const field: Field = { name: "kind", type: "enum", enum: ["invoice", "receipt"], method: "classify" };
    const { fields } = build([field], [at("/kind", "Rechnung", { value: "invoice" })]);
    expect(fields["/kind"]).toMatchObject({ value: "invoice", status: "inferred", raw: "Rechnung" });
  });

  test("says which pages were read and which were not", () => {
    const document = { ...typedDocument("a", "b"), pagesFailed: [3], truncated: true };
    expect(build([], [], document).completeness).toEqual({ pages_read: [1, 2], pages_failed: [3], truncated: true });
  });
});
