import { describe, expect, test } from "vitest";
import type { Ruling } from "#documents/document.ts";
import { typedDocument } from "#engines/typed-document.ts";
import { type Table, tablesOn } from "./tables.ts";

/** The tables of a page as texts: heads and rows by column. */
function tables(text: string, rulings: Ruling[] = []) {
  const [page] = typedDocument(text).pages;
  if (!page) throw new Error("no page");
  return tablesOn({ ...page, rulings }).map(asTexts);
}

const textsOf = (pieces: readonly { text: string }[]): string => pieces.map(({ text }) => text).join(" ");

function asTexts({ columns, rows, titles }: Table) {
  return {
    heads: columns.map(({ own }) => textsOf(own)),
    over: columns.map(({ over }) => textsOf(over)),
    rows: rows.map(({ cells }) => cells.map(textsOf)),
    sections: rows.map(({ section }) => textsOf(section)),
    titles: titles.map(({ text }) => text),
  };
}

describe("a table", () => {
  test("is found by its columns, whatever its heads are called", () => {
    const [table] = tables(`DOOR SCHEDULE

Tag    Kind               Wide     High
101    Exterior glass     3.0      7.0
102    Solid core flush   2.6      7.0
103    Sliding barn       3.5      6.8`);
    expect(table?.heads).toEqual(["Tag", "Kind", "Wide", "High"]);
    expect(table?.rows).toEqual([
      ["101", "Exterior glass", "3.0", "7.0"],
      ["102", "Solid core flush", "2.6", "7.0"],
      ["103", "Sliding barn", "3.5", "6.8"],
    ]);
    expect(table?.titles).toEqual(["DOOR SCHEDULE"]);
  });

  test("may have no heads: texts at the left, amounts at the right", () => {
    const [table] = tables("Coffee            3.50\nApple cake        4.20\nTea               2.90");
    expect(table?.heads).toEqual(["", ""]);
    expect(table?.rows.map(([text]) => text)).toEqual(["Coffee", "Apple cake", "Tea"]);
  });

  test("is none in running text", () => {
    expect(tables("Dear Sir,\nthank you for your letter of 5 May.\nWe will answer it soon.\nYours faithfully")).toEqual([]);
  });
});

describe("heads", () => {
  test.each(["31 Dec 2024", "Dec. 2024", "December 31, 2024", "31.12.2024", "FY 2024", "2024"])("may be dates over amounts: %s", (date) => {
    const line = (...[text, ...values]: string[]) => `${text?.padEnd(15)}${values.map((value) => value.padStart(20)).join("")}`;
    const other = date.replace("2024", "2023");
    const [table] = tables([line("Item", date, other), line("Cash at bank", "1,250", "980"), line("Stock", "1,870", "2,100")].join("\n"));
    expect(table?.heads).toEqual(["Item", date, other]);
    expect(table?.rows).toHaveLength(2);
  });

  test("stand over the units of their columns, also where these repeat", () => {
    const [table] = tables(`Nominal     As found     Correction
g           g            mg
10          10.0002      0.0
50          50.0007      -0.1
100         100.0014     -0.1`);
    expect(table?.heads).toEqual(["Nominal", "As found", "Correction"]);
    expect(table?.over).toEqual(["g", "g", "mg"]);
  });

  test("are found past a text that goes on beside the columns of values, and above a typed ruling", () => {
    const [beside] = tables(`Load        Reading      Repeatability of the scale
                         near 100 g: 0.08 mg
10          10.0002      Off-centre loading
50          50.0007      largest difference
100         100.0014     at the rear left`);
    expect(beside?.heads.slice(0, 2)).toEqual(["Load", "Reading"]);
    const [ruled] = tables(`TEST           RESULT     UNITS
-------------------------------
GLUCOSE        91         mg/dL
CREATININE     0.88       mg/dL
POTASSIUM      3.4        mmol/L`);
    expect(ruled?.heads).toEqual(["TEST", "RESULT", "UNITS"]);
  });
});

test("of two tables side by side the one's lines do not part the other", () => {
  const found = tables(`QTY   MATERIAL           RATE      TOTAL
5     Marking of ground  200.00    1,000.00
                                                 LABOR             HOURS     AMOUNT
4     Excavation         150.00    600.00
                                                 Marking           30.0      1,800.00
2     Levelling          125.00    250.00
                                                 Excavation        23.0      1,380.00
7     Placing of PCC     125.00    875.00
                                                 Levelling         19.0      1,140.00

9     Steel              100.00    900.00
           TOTAL MATERIALS      $  3,625.00      Placing
                                                 of steel          76.0      4,560.00
                                                 Erection          53.0      3,180.00`);
  const labor = found.filter(({ heads }) => heads.includes("LABOR")).map(({ rows }) => rows.map(([task]) => task));
  expect(labor).toEqual([["Marking", "Excavation", "Levelling", "Placing of steel", "Erection"]]);
});

describe("heads", () => {
  test("over several columns are told from those over one", () => {
    const [table] = tables(`               Opening              Closing
Account        Date       Amount    Date       Amount
Savings        01/05/24   10.00     31/05/24   12.00
Current        01/05/24   20.00     31/05/24   18.00
Deposit        01/05/24   30.00     31/05/24   33.00`);
    expect(table?.heads).toEqual(["Account", "Date", "Amount", "Date", "Amount"]);
    expect(table?.over).toEqual(["", "Opening", "Opening", "Closing", "Closing"]);
  });

  test("are years where the columns hold other numbers", () => {
    const [table] = tables(
      "                2015       2014\nRevenue      101.685     51.296\nCosts            479        457\nResult       101.206     50.839",
    );
    expect(table?.heads).toEqual(["", "2015", "2014"]);
    expect(table?.rows).toHaveLength(3);
  });
});

describe("rows", () => {
  test("take in the lines that continue a text", () => {
    const [table] = tables(`Description               Amount
Repair of the roof,       100.00
with new tiles
Cleaning                   50.00
Paint                      20.00`);
    expect(table?.rows).toEqual([
      ["Repair of the roof, with new tiles", "100.00"],
      ["Cleaning", "50.00"],
      ["Paint", "20.00"],
    ]);
  });

  test("are rows also where only their value is missing", () => {
    const [table] = tables(`Subject      Grade   Effort   Teacher
Science      A       2        Tran
Geography    D                Ellsworth
History      B       1        Blackwell
Music        C                Sandoval`);
    expect(table?.rows).toEqual([
      ["Science", "A", "2", "Tran"],
      ["Geography", "D", "", "Ellsworth"],
      ["History", "B", "1", "Blackwell"],
      ["Music", "C", "", "Sandoval"],
    ]);
  });

  test("keep the heading above them", () => {
    const [table] = tables(`Name              Amount

ASSETS
Cash                5.00
Stock               7.00

DEBTS
Loan                9.00
Tax                 1.00`);
    expect(table?.rows.map(([name]) => name)).toEqual(["Cash", "Stock", "Loan", "Tax"]);
    expect(table?.sections).toEqual(["ASSETS", "ASSETS", "DEBTS", "DEBTS"]);
  });

  test("are what stands between two rulings, where each has one", () => {
    const page = `Item            Number    Price
Red chair
of oak wood     2         10.00
and leather
Blue table
of steel        3         20.00
and glass`;
    const at = (row: number): Ruling => ({ x1: 15, x2: 210, y1: 18 + row * 14, y2: 18 + row * 14 });
    const [table] = tables(page, [at(1), at(4), at(7)]);
    expect(table?.rows).toEqual([
      ["Red chair of oak wood and leather", "2", "10.00"],
      ["Blue table of steel and glass", "3", "20.00"],
    ]);
  });

  test("begin below a heading that stands further left between the same two rulings", () => {
    const page = `Item            Number    Price
 Chair          2         10.00
Garden
 Bench          1         40.00
 Parasol        3         20.00
Kitchen
 Stool          4         15.00`;
    const at = (row: number): Ruling => ({ x1: 15, x2: 210, y1: 18 + row * 14, y2: 18 + row * 14 });
    const [table] = tables(page, [at(1), at(2), at(4), at(5), at(7)]);
    expect(table?.rows.map(([name]) => name)).toEqual(["Chair", "Bench", "Parasol", "Stool"]);
    expect(table?.sections).toEqual(["", "Garden", "Garden", "Kitchen"]);
  });
});

test("a page of many words is read in linear time", () => {
  const computing = (rows: number) => {
    const text = Array.from({ length: rows }, (_, i) => `row ${i}    ${i}.00    ${i % 7}    text`).join("\n");
    const [page] = typedDocument(text).pages;
    const from = process.threadCpuUsage();
    expect(page && tablesOn(page)[0]?.rows.length).toBe(rows);
    return process.threadCpuUsage(from).user;
  };
  computing(500);
  expect(computing(5_000)).toBeLessThan(15 * computing(1_000));
});

test("heads part columns whose cells nearly touch", () => {
  const [table] = tables(`Date        Lawyer     Work done           Hours    Value
09-22-2018  Chowdhury  Review of documents 0.7      289.44
07-16-2018  Fairbairn  Review of documents 1.9      359.27
08-05-2018  Gillespie  Telephone call      2.2      988.94
See the reverse of this page for all the terms of payment that apply`);
  expect(table?.heads).toEqual(["Date", "Lawyer", "Work done", "Hours", "Value"]);
  expect(table?.rows).toHaveLength(3);
});
