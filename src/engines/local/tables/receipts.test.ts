import { describe, expect, test } from "vitest";
import type { Field } from "#contract/schema/field.ts";
import { list, number, rowsFor, text } from "./rows-in.ts";

const PAYMENTS = list("payments", [text("method"), number("amount")], "Means of payment");
const ITEMS = list("items", [text("description"), number("price", "Price of the line"), text("tax_code", "Letter of the tax rate")]);

describe("payments", () => {
  test("are the lines below the total that come to it, without what was left to pay in between", async () => {
    const page = `FISH              12.00 A
BREAD              8.27 B
-------------------------
TOTAL       EUR   20.27
=========================
VOUCHER     EUR    5.00
Remaining         15.27
CARD        EUR   15.27
Receipt no.        4711`;
    expect(await rowsFor(PAYMENTS, page)).toEqual([
      { method: "VOUCHER", amount: "5.00" },
      { method: "CARD", amount: "15.27" },
    ]);
  });

  test("may be more than the total, less the change", async () => {
    const page = `KAFFEE             3,05 A
SUMME       EUR    3,05
Geg. BAR    EUR    5,00
Rückgeld    EUR    1,95`;
    expect(await rowsFor(PAYMENTS, page)).toEqual([{ method: "BAR", amount: "5,00" }]);
  });

  test("may be called by three capitals, like a currency", async () => {
    expect(await rowsFor(PAYMENTS, "SUMME       EUR   -0,25\n=======================\nBAR         EUR   -0,25")).toEqual([
      { method: "BAR", amount: "-0,25" },
    ]);
  });

  test("that do not come to the total, or name no means of payment, are none", async () => {
    expect(await rowsFor(PAYMENTS, "TOTAL             20.27\nCASH               9.00\nReceipt            1.00")).toEqual([]);
    expect(await rowsFor(PAYMENTS, "TOTAL             20.27\nThis month        20.27")).toEqual([]);
  });
});

describe("items", () => {
  test("are the lines above a total that come to it, be it one line with the letter of a tax rate", async () => {
    const page = `EMPTIES           -0.25 A
TOTAL             -0.25
CASH              -0.25`;
    expect(await rowsFor(ITEMS, page)).toEqual([{ description: "EMPTIES", price: "-0.25", tax_code: "A" }]);
  });

  test("are found for a schema in another language, as are its columns", async () => {
    const page = `2x koolborstel            9,80
1x condensator            7,25
1x arbeid                58,50
te betalen               75,55`;
    const asked = list("regels", [number("aantal"), text("omschrijving"), number("bedrag")]);
    expect(await rowsFor(asked, page)).toEqual([
      { aantal: "2", omschrijving: "koolborstel", bedrag: "9,80" },
      { aantal: "1", omschrijving: "condensator", bedrag: "7,25" },
      { aantal: "1", omschrijving: "arbeid", bedrag: "58,50" },
    ]);
  });

  test("are told from other lines with amounts, and from the texts beside them", async () => {
    const page = `Last bill                     66.16        Smell gas? Leave the house.
Payment of 3 May             -66.16        Call us from outside.
Balance                        0.00

Service charge                 8.75        We are here day and night.
Energy 463 kWh                31.99
Total electricity             40.74`;
    const charges: Field = { ...ITEMS, name: "charges", fields: (ITEMS.fields ?? []).slice(0, 2) };
    expect(await rowsFor(charges, page)).toEqual([
      { description: "Service charge", price: "8.75" },
      { description: "Energy 463 kWh", price: "31.99" },
    ]);
  });

  test("have how many of them where the list asks for it, on a line above or below, or beside the amount", async () => {
    const counted = list("items", [text("description"), number("quantity"), number("unit_price"), number("amount")]);
    const page = `4 x 2,50
COPERTO              10,00
KANTHOLZ
3 x 4,49             13,47
CAFFE                 1,50
SUMME                24,97`;
    expect(await rowsFor(counted, page)).toEqual([
      { description: "COPERTO", quantity: "4", unit_price: "2,50", amount: "10,00" },
      { description: "KANTHOLZ", quantity: "3", unit_price: "4,49", amount: "13,47" },
      { description: "CAFFE", amount: "1,50" },
    ]);
  });

  test("have their count in front of the name and its price behind it", async () => {
    const counted = list("items", [text("description"), number("quantity"), number("unit_price"), number("amount")]);
    const page = `2 LATTE MOYEN    5,25      10,50
1 MUFFIN         3,75       3,75
TOTAL                      14,25`;
    expect(await rowsFor(counted, page)).toEqual([
      { description: "LATTE MOYEN", quantity: "2", unit_price: "5,25", amount: "10,50" },
      { description: "MUFFIN", quantity: "1", unit_price: "3,75", amount: "3,75" },
    ]);
  });

  test("may be taken off with a minus behind the amount", async () => {
    const page = `HINGE STRAP          9.96
EXT LATEX           38.97
CONTRACTOR DISC      2.83-
TOTAL               46.10`;
    expect((await rowsFor(ITEMS, page)).map(({ price }) => price)).toEqual(["9.96", "38.97", "2.83-"]);
  });

  test("have whole amounts where the receipt has no others", async () => {
    const page = `ROTI TAWAR          16,500
AIR MINERAL         11,700
TOTAL               28,200`;
    expect((await rowsFor(ITEMS, page)).map(({ price }) => price)).toEqual(["16,500", "11,700"]);
  });

  test("a line without a letter that is the same as the total is none", async () => {
    expect(await rowsFor(ITEMS, "Amount received    20.27\nTotal              20.27")).toEqual([]);
  });
});
