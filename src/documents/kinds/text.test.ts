import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { delimiterOf } from "./delimited.ts";
import { textTypeOf } from "./text.ts";

const typeOf = (text: string) => textTypeOf(Buffer.from(text));

describe("kinds of text", () => {
  test.each([
    ["a letter with commas", "Dear Ms Muster,\n\nthank you for your order of 3 May, which we ship today.\nYours, Tom\n", "text/plain"],
    ["lines that look like the head of a mail", "From: Mia\nTo: Tom\nDate: 3 May\n\nInvoice 7\n", "text/plain"],
    ["a mail", "Received: from mx.example.com\r\n by mail\r\nFrom: mia@example.com\r\nSubject: Hi\r\n\r\nHello", "message/rfc822"],
    ["commas", 'name,qty,"unit, price"\nOak,1,"1,000"\nAsh,2,3\n', "text/csv"],
    ["semicolons below a title", "Orders of May\nname;qty;price\nOak;1;2\nAsh;2;3\nElm;2;3\n", "text/csv"],
    ["tabs", "name\tqty\nOak\t1\n", "text/tab-separated-values"],
    ["a delimiter that Excel states", "sep=;\nname;qty\nOak;1\n", "text/csv"],
    ["headings and a list", "# Invoice\n\n- Oak\n\n## Total\n12", "text/markdown"],
    ["a table of Markdown", "| a | b |\n|---|---|\n| 1 | 2 |\n", "text/markdown"],
    ["a comment of a script", "# Invoice 12\ntotal 3\n", "text/plain"],
    ["XML", '<?xml version="1.0"?>\n<!-- c --><Order><ID>1</ID></Order>', "application/xml"],
    ["a web page in XML", '<?xml version="1.0"?><!DOCTYPE html><html xmlns="x"><body/></html>', "text/html"],
    ["a drawing", '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>', null],
  ])("%s", (_, text, type) => expect(typeOf(text)).toBe(type));

  test("a table is known by any of the delimiters, whatever its cells hold", () => {
    const cell = fc.stringMatching(/^[A-Za-z0-9 .:€äß-]{1,12}$/);
    const table = fc
      .integer({ min: 2, max: 6 })
      .chain((columns) => fc.array(fc.array(cell, { minLength: columns, maxLength: columns }), { minLength: 3, maxLength: 20 }));
    fc.assert(
      fc.property(table, fc.constantFrom("\t", ";", "|"), (rows, by) => {
        expect(delimiterOf(rows.map((row) => row.join(by)).join("\n"), true)).toBe(by);
      }),
    );
  });
});
