import { strToU8 } from "fflate";
import { describe, expect, test } from "vitest";
import { madePages } from "#documents/child/made-pages.ts";
import type { Page } from "#documents/document.ts";
import { sniff } from "#documents/sniff.ts";
import { makeOpenDocument, makeXlsx, textRows } from "#documents/testing/make-office.ts";
import { cellName } from "./grid.ts";

const read = async (bytes: Buffer) => madePages(sniff(bytes) ?? "text/plain", bytes, { onePage: false });
const rowsOf = (page: Page | undefined) => page?.lines.map(({ segments }) => segments.map(({ text }) => text)) ?? [];
const codes = (warnings: readonly { code: string }[]) => warnings.map(({ code }) => code);

describe("a workbook", () => {
  test("shows values as a person sees them: dates, money, percent, booleans, shared and inline texts", async () => {
    const formats = ["dd/mm/yyyy", '#,##0.00 "€"', "0.0%", "[h]:mm"];
    const rows = `<row r="2"><c r="A2" t="s"><v>0</v></c><c r="B2" s="1"><v>46095</v></c><c r="C2" s="2"><v>1234.5</v></c><c r="D2" s="3"><v>0.256</v></c>
      <c r="E2" s="4"><v>1.5</v></c><c r="F2" t="b"><v>1</v></c><c r="G2"><v>0.30000000000000004</v></c><c r="H2" t="e"><v>#REF!</v></c></row>`;
    const { pages } = await read(makeXlsx([{ name: "Q1", rows }], { formats, strings: ["Oak"] }));
    expect(rowsOf(pages[0])).toEqual([["Oak", "14/03/2026", "1,234.50 €", "25.6%", "36:00", "TRUE", "0.3", "#REF!"]]);
    expect(pages[0]?.sheet).toBe("Q1");
    expect(pages[0]?.places?.map((place) => "cell" in place && place.cell)).toEqual(["A2", "B2", "C2", "D2", "E2", "F2", "G2", "H2"]);
  });

  test("a formula counts with its stored value; without one its cell is empty, and a warning says so", async () => {
    const rows = '<row r="1"><c r="A1"><f>1+1</f><v>2</v></c><c r="B1"><f>NOW()</f></c></row>';
    const { pages, warnings } = await read(makeXlsx([{ name: "S", rows }]));
    expect(rowsOf(pages[0])).toEqual([["2"]]);
    expect(warnings).toMatchObject([{ code: "formulas_not_computed", message: expect.stringContaining("1 have none") }]);
  });

  test("hidden sheets, rows and columns are left out, and a warning counts them", async () => {
    const before = '<cols><col min="2" max="2" hidden="1"/></cols>';
    const rows = `${textRows([["seen", "column"]])}<row r="2" hidden="1"><c r="A2" t="str"><v>row</v></c></row>`;
    const { pages, warnings } = await read(
      makeXlsx([
        { name: "A", rows, before },
        { name: "B", rows: textRows([["sheet"]]), state: "veryHidden" },
      ]),
    );
    expect(pages.map(rowsOf)).toEqual([[["seen"]]]);
    expect(warnings).toMatchObject([{ code: "hidden_left_out", message: expect.stringContaining("3 hidden") }]);
  });

  test("macros are not run and links are not followed: warnings say so", async () => {
    const file = makeXlsx([{ name: "A", rows: textRows([["x"]]) }], {
      more: { "xl/vbaProject.bin": strToU8("x") },
      external: "http://192.0.2.1/x.xlsx",
    });
    expect(codes((await read(file)).warnings)).toEqual(["macros_ignored", "links_not_followed"]);
  });

  test("each sheet has pages of its own, of at most eighty lines, whose columns stand in the same places", async () => {
    const long = Array.from({ length: 200 }, (_, i) => [`Item ${i}`, String(i)]);
    const { pages } = await read(
      makeXlsx([
        { name: "A", rows: textRows(long) },
        { name: "B", rows: textRows([["one"]]) },
      ]),
    );
    expect(pages.map(({ sheet, lines }) => [sheet, lines.length])).toEqual([
      ["A", 80],
      ["A", 80],
      ["A", 40],
      ["B", 1],
    ]);
    const lefts = pages.slice(0, 3).map(({ lines }) => lines[0]?.segments[1]?.box.left);
    expect(new Set(lefts).size).toBe(1);
  });

  test("reads 200,000 cells and says that there are more", async () => {
    const row = `<row>${"<c><v>1</v></c>".repeat(1000)}</row>`;
    const { pages, cut } = await read(makeXlsx([{ name: "A", rows: row.repeat(300) }]));
    expect(cut).toBe(true);
    expect(pages.length).toBeLessThanOrEqual(200);
  }, 30_000);
});

test("sheets of OpenDocument show the text of their cells; what stands for a million empty ones is nothing", async () => {
  const cell = (text: string, more = "") => `<table:table-cell ${more}><text:p>${text}</text:p></table:table-cell>`;
  const body = `<table:table table:name="Mai"><table:table-row table:number-rows-repeated="1000000"><table:table-cell/></table:table-row>
    <table:table-row>${cell("Oak")}${cell("2", 'table:number-columns-repeated="2"')}<table:table-cell table:number-columns-repeated="16000"/>${cell("9 €", 'table:formula="of:=1"')}</table:table-row></table:table>`;
  const { pages, warnings } = await read(makeOpenDocument("spreadsheet", body));
  expect(rowsOf(pages[0])).toEqual([["Oak", "2", "2", "9 €"]]);
  expect(pages[0]?.places?.[0]).toMatchObject({ cell: "A1000001" });
  expect(codes(warnings)).toEqual(["formulas_not_computed"]);
});

describe("tables of text", () => {
  test.each([
    [
      "commas, quotes and line ends in cells",
      'Name,Note\r\n"Oak, old","two\nlines"\r\nAsh,x\r\n',
      [["Name", "Note"], ["Oak, old", "two"], ["lines"], ["Ash", "x"]],
    ],
    [
      "semicolons in Windows' encoding",
      Buffer.from("Stra\xdfe;Gr\xf6\xdfe\nA;1\nB;2\n", "latin1"),
      [
        ["Straße", "Größe"],
        ["A", "1"],
        ["B", "2"],
      ],
    ],
    [
      "a quotation mark that is never closed",
      'a;b\n"open;2\nc;3\nd;4\n',
      [
        ["a", "b"],
        ['"open', "2"],
        ["c", "3"],
        ["d", "4"],
      ],
    ],
  ])("%s", async (_, text, rows) => {
    const { pages } = await read(Buffer.from(text));
    expect(rowsOf(pages[0])).toEqual(rows);
  });
});

test("cells are named as sheets name them", () => {
  expect(
    [
      [0, 0],
      [25, 9],
      [26, 0],
      [701, 0],
      [702, 0],
    ].map(([column = 0, row = 0]) => cellName(column, row)),
  ).toEqual(["A1", "Z10", "AA1", "ZZ1", "AAA1"]);
});
