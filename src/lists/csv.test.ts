import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readCsv } from "./csv.ts";

const read = (text: string, encoding: BufferEncoding = "utf8") => readCsv(Buffer.from(text, encoding));

test("columns and rows are read whatever separates them, with quotes, a byte order mark and empty lines", () => {
  const table = {
    columns: ["Id", "Name"],
    rows: [
      ["1", "Example, Inc."],
      ["2", 'The "Best" Co'],
    ],
  };
  expect(read('Id,Name\n1,"Example, Inc."\n2,"The ""Best"" Co"\n')).toEqual(table);
  expect(read('\ufeffId;Name\r\n1;"Example, Inc."\r\n\r\n2;The "Best" Co\r\n')).toEqual(table);
  expect(read('Id\tName\n 1 \tExample, Inc.\n2\tThe "Best" Co')).toEqual(table);
  expect(read("Größe|Ort\n1|Köln\n", "latin1")).toEqual({ columns: ["Größe", "Ort"], rows: [["1", "Köln"]] });
});

describe("what is no list is refused, and it is said why", () => {
  test.each([
    ["", "The list has no rows: its first line names the columns, and each line after it is a row."],
    ["Id,Name\n", "The list has no rows: its first line names the columns, and each line after it is a row."],
    ["Id,Name\n1,a,b\n", "Line 2 has more or fewer cells than the first."],
    ["Id,Id\n1,2\n", "Two columns are named “Id”."],
    ["Id,\n1,2\n", "A column has no name in the first line."],
    [`Id\n${"x".repeat(2001)}\n`, "Row 1 has a cell of more than 2000 characters."],
    [`${Array.from({ length: 51 }, (_, i) => `c${i}`).join(",")}\n${",".repeat(50)}\n`, "The list has more than 50 columns."],
    [`Id\n${"1\n".repeat(200_001)}`, "The list has more than 200000 rows."],
  ])("%#", (text, refused) => expect(read(text)).toEqual({ refused }));
});

test("cells survive being written as CSV, and no bytes make reading fail", () => {
  const cell = fc.string({ unit: "grapheme", maxLength: 20 }).map((text) => text.trim());
  fc.assert(
    fc.property(fc.array(fc.tuple(cell, cell), { minLength: 1, maxLength: 20 }), (rows) => {
      const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
      const text = ["a;b", ...rows.map((row) => row.map(quoted).join(";"))].join("\n");
      expect(read(text)).toEqual({ columns: ["a", "b"], rows });
    }),
  );
  fc.assert(fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => void readCsv(bytes)));
});
