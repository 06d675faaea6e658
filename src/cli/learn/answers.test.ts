import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Schema } from "#contract/schema/field.ts";
import { columnsIn } from "./answer-columns.ts";
import { answersIn } from "./answers.ts";
import { readCsv } from "./csv.ts";

const SCHEMA: Schema = {
  fields: [
    { name: "number", type: "string" },
    { name: "total", type: "currency" },
    { name: "due", type: "date" },
    {
      name: "seller",
      type: "object",
      fields: [
        { name: "name", type: "string" },
        { name: "v.at", type: "string" },
      ],
    },
    { name: "tags", type: "array", items: { name: "item", type: "string" } },
    {
      name: "items",
      type: "table",
      fields: [
        { name: "text", type: "string" },
        { name: "price", type: "number" },
        { name: "size", type: "object", fields: [{ name: "width", type: "number" }] },
      ],
    },
  ],
};

function read(csv: string | Uint8Array, schema = SCHEMA) {
  const [header, ...rows] = readCsv(typeof csv === "string" ? Buffer.from(csv) : csv, "a.csv");
  const columns = columnsIn(header?.cells ?? [], schema, "a.csv");
  return { answers: answersIn(rows, columns), notes: columns.notes };
}
const labelsIn = (csv: string) => read(csv).answers.map((each) => ("label" in each ? each.label : each.error));

describe("answers in a CSV file", () => {
  test("are read by the types of their fields; an empty cell says that there is no value, a column that is not there says nothing", () => {
    expect(labelsIn("file,number,total,due\na.pdf,0012,1190.50 EUR,3 April 2026\nb.pdf,,92.15,")).toEqual([
      { number: "0012", total: { amount: 1190.5, currency: "EUR" }, due: "2026-04-03" },
      { number: null, total: 92.15, due: null },
    ]);
  });

  test("stand under names with dots or pointers, where a name itself has dots too", () => {
    expect(labelsIn("file,seller.name,/seller/v.at\na.pdf,Acme,AT1")).toEqual([{ seller: { name: "Acme", "v.at": "AT1" } }]);
    expect(labelsIn("file,seller.v.at\na.pdf,AT1")).toEqual([{ seller: { "v.at": "AT1" } }]);
  });

  test("of several rows of one file are the rows of its lists; a row without a file belongs to the one above", () => {
    const csv = [
      "file,number,items.text,items.price,items.size.width,tags",
      "a.pdf,1,Rye,2.5,10,x",
      ",,Oats,,,y",
      "b.pdf,2,,,,",
      "a.pdf,1,Salt,1,,",
    ];
    expect(labelsIn(csv.join("\n"))).toEqual([
      {
        number: "1",
        items: [
          { text: "Rye", price: 2.5, size: { width: 10 } },
          { text: "Oats", price: null, size: { width: null } },
          { text: "Salt", price: 1, size: { width: null } },
        ],
        tags: ["x", "y"],
      },
      { number: "2", items: [], tags: [] },
    ]);
  });

  test("are taken with semicolons and decimal commas, as spreadsheets write them, quoted, and with a byte order mark", () => {
    expect(labelsIn('\ufefffile;number;total\r\na.pdf;"A;1";1.190,50 EUR\r\nb.pdf;2;92,15')).toEqual([
      { number: "A;1", total: { amount: 1190.5, currency: "EUR" } },
      { number: "2", total: 92.15 },
    ]);
    expect(labelsIn("file\tnumber\na.pdf\t7")).toEqual([{ number: "7" }]);
  });

  test("that cannot be read leave out their document only, and say where they stand", () => {
    expect(read('file,number,total\na.pdf,"two\nlines",abc\nb.pdf,1,5').answers).toEqual([
      { file: "a.pdf", line: 2, error: "line 2, total: “abc” cannot be read. Enter an amount such as 1190.50 EUR." },
      { file: "b.pdf", line: 4, label: { number: "1", total: 5 } },
    ]);
    expect(labelsIn("file,due\na.pdf,03/04/2026")[0]).toMatch(
      /^line 2, due: “03\/04\/2026” cannot be read\. This can be read in several ways: /,
    );
    expect(labelsIn("file,number,tags\na.pdf,1,x\na.pdf,2,y")).toEqual([
      "line 3, number: a row above has another value of the same document.",
    ]);
  });

  test.each([
    ["number\n1", "a.csv has no column `file`"],
    ["file,totl\na.pdf,1", "the schema has no field `totl`. Did you mean `total`?"],
    ["file,items.prise\na.pdf,1", "Did you mean `items.price`?"],
    [
      "file,colour\na.pdf,1",
      "a.csv has no column with a field of the schema: number, total, due, seller.name, seller.v.at, tags, items.text",
    ],
    ["file,number,/number\na.pdf,1,1", "a.csv has two columns for `/number`."],
    ['file,number\na.pdf,"1', "a.csv is not a CSV file: Quote Not Closed"],
  ])("%j is refused: %s", (csv, message) => expect(() => read(csv)).toThrow(message));

  test("in another encoding are refused", () => {
    expect(() => read(Buffer.from("file,number\na.pdf,M\xfcller", "latin1"))).toThrow("a.csv is not in UTF-8");
  });

  test("have columns that are no field left out, and lists whose columns are missing said", () => {
    expect(read("file,number,colour,items.text\na.pdf,1,red,Rye").notes).toEqual([
      "a.csv: the schema has no field `colour`; the column is left out.",
      "a.csv has no column `items.price`: its cells count as empty.",
      "a.csv has no column `items.size.width`: its cells count as empty.",
    ]);
  });

  test("come back as they were written, whatever texts they are", () => {
    const words = fc
      .stringMatching(/^[A-Za-z0-9,;"' \n.-]{1,20}$/)
      .map((text) => text.trim())
      .filter((text) => /[A-Za-z]/.test(text));
    const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
    const schema: Schema = { fields: [{ name: "text", type: "string" }] };
    fc.assert(
      fc.property(fc.array(words, { minLength: 1, maxLength: 5 }), (texts) => {
        const csv = ["file,text", ...texts.map((text, i) => `${i}.pdf,${quoted(text)}`)].join("\n");
        const { answers } = read(csv, schema);
        expect(answers.map(({ file }) => file)).toEqual(texts.map((_, i) => `${i}.pdf`));
        for (const [i, answer] of answers.entries()) {
          const label = "label" in answer ? String(answer.label.text) : answer.error;
          expect(label.replace(/\s+/g, "")).toBe(texts[i]?.replace(/\s+/g, ""));
        }
      }),
    );
  });
});
