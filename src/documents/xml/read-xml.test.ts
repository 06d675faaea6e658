import { describe, expect, test } from "vitest";
import type { Block } from "#documents/flow/block.ts";
import { wordsOfName } from "./names.ts";
import { xmlBlocks } from "./read-xml.ts";

const blocksIn = (xml: string) => xmlBlocks(Buffer.from(xml));
const textOf = (block: Block) => (block.kind === "paragraph" ? block.runs.map(({ text }) => text).join("") : "");
const linesIn = (xml: string) =>
  blocksIn(xml)
    .map(textOf)
    .filter((line) => line !== "");

describe("XML as labels and values", () => {
  test("names of elements are words", () => {
    expect(["IssueDate", "cbc:VATNumber", "order_id", "Line-Total", "ID2Value"].map(wordsOfName)).toEqual([
      "Issue Date",
      "VAT Number",
      "Order Id",
      "Line Total",
      "ID2 Value",
    ]);
  });

  test("a name that several places have is told by those around it", () => {
    const xml = "<Order><Seller><Name>Ann</Name><City>Bonn</City></Seller><Buyer><Name>Bob</Name></Buyer></Order>";
    expect(linesIn(xml)).toEqual(["Order", "Seller", "Seller Name:   Ann", "City:   Bonn", "Buyer", "Buyer Name:   Bob"]);
  });

  test("attributes are values too, those of namespaces are not", () => {
    const xml = '<Order xmlns="urn:x" id="7"><Total currency="EUR" kind="net"> 12.50 </Total><Empty/></Order>';
    expect(linesIn(xml)).toEqual(["Order", "Id:   7", "Total:   12.50 EUR", "Total Kind:   net"]);
  });

  test("elements of one name beside each other are the rows of a table, their cells named by path", () => {
    const xml = "<o><Line><ID>1</ID><Item><Name>Oak</Name></Item></Line><Line><ID>2</ID><Note>x</Note></Line></o>";
    const table = blocksIn(xml).find((block) => block.kind === "table");
    expect(table?.rows.map((row) => row.map((cell) => cell.map(textOf).join(" ")))).toEqual([
      ["ID", "Name", "Note"],
      ["1", "Oak", ""],
      ["2", "", "x"],
    ]);
    expect(table?.names?.slice(1)).toEqual([
      [{ path: "/o/Line[1]/ID" }, { path: "/o/Line[1]/Item/Name" }, null],
      [{ path: "/o/Line[2]/ID" }, null, { path: "/o/Line[2]/Note" }],
    ]);
  });
});
