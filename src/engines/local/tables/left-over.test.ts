import { describe, expect, test } from "vitest";
import { list, number, rowsFor, text } from "./rows-in.ts";

describe("where heads name all other fields and columns", () => {
  test("the last field has the last column, be it one of codes", async () => {
    const page = `Professeur      Matiere         Travail
Delorme         Mathematics     1
Fontanel        History         1
Rousselot       History         3`;
    const fields = list("entries", [text("teacher"), text("subject", "Matière"), text("effort")]);
    expect(await rowsFor(fields, page)).toEqual([
      { teacher: "Delorme", subject: "Mathematics", effort: "1" },
      { teacher: "Fontanel", subject: "History", effort: "1" },
      { teacher: "Rousselot", subject: "History", effort: "3" },
    ]);
  });

  test.each(["By whom", "For", "%"])("the last column's head may say nothing of it: %s", async (head) => {
    const page = `Action              Due            ${head}
Replace panels      31 July        Kim Example
Add gritting        18 July        Ana Ruiz`;
    const fields = list("actions", [text("action"), text("due"), text("responsible")]);
    expect((await rowsFor(fields, page))[0]).toEqual({ action: "Replace panels", due: "31 July", responsible: "Kim Example" });
  });

  test("one of two columns is left to no field", async () => {
    const page = `Professeur      Matiere         Travail    Salle
Delorme         Mathematics     1          12
Fontanel        History         1          14
Rousselot       History         3          12`;
    const rows = await rowsFor(list("entries", [text("teacher"), text("subject", "Matière"), text("effort")]), page);
    expect(rows.map((each) => each.effort)).toEqual([undefined, undefined, undefined]);
  });
});

test("days in figures are no column of numbers", async () => {
  const page = `Beleg          vom            Leistung                       fällig am      offen EUR
RE26-3318      12.06.2026     Austausch Verdichter           12.07.2026     1.284,60
RE26-3402      30.06.2026     Wartung gemäß Vertrag          30.07.2026     412,93`;
  const date = (name: string) => ({ name, type: "date" as const });
  const fields = list("posten", [text("rechnungsnummer"), date("rechnungsdatum"), text("leistung"), date("faelligkeit"), number("betrag")]);
  expect((await rowsFor(fields, page))[0]).toEqual({
    rechnungsnummer: "RE26-3318",
    rechnungsdatum: "12.06.2026",
    leistung: "Austausch Verdichter",
    faelligkeit: "12.07.2026",
    betrag: "1.284,60",
  });
});

test("the name of the rows stands in the full column of words, though another one with words has a field", async () => {
  const page = `Our code      What it is               Ordered      Why not all
410022        Chenin Blanc             48
410037        Rosé                     24           closures leaking
418110        Dry Red box              60           short on truck
422904        Potstill                 12`;
  const fields = list("lines", [text("code"), text("description"), number("ordered"), text("remark", "Why it was not taken")]);
  expect((await rowsFor(fields, page)).map(({ description }) => description)).toEqual(["Chenin Blanc", "Rosé", "Dry Red box", "Potstill"]);
});

test("the amount of a tax is the tax", async () => {
  const page = `Quarter      Amount paid      Amount of tax deducted (Rs.)      Amount of tax deposited (Rs.)
Q1           312500           18240                             18240
Q2           312500           18240                             18100`;
  const fields = list("quarters", [text("quarter"), number("amount_paid"), number("tax_deducted"), number("tax_deposited")]);
  expect((await rowsFor(fields, page))[1]).toEqual({ quarter: "Q2", amount_paid: "312500", tax_deducted: "18240", tax_deposited: "18100" });
});

test("a number that is said to be without unit is no price", async () => {
  const page = `Fish         Kg landed     Price/kg     Lot
Cod          64.8          3.68         238.46
Mackerel     30.5          6.92         211.06
Crab         86.1          9.64         830.00`;
  const fields = list("entries", [
    text("fish"),
    number("kilos", "Kilos as a number without unit"),
    number("per_kilo"),
    number("lot_value"),
  ]);
  expect((await rowsFor(fields, page))[0]).toEqual({ fish: "Cod", kilos: "64.8", per_kilo: "3.68", lot_value: "238.46" });
});

test("rows without a name are kept where the first column, which no field asks for, has their code", async () => {
  const page = `Stock code     Article text         Confirmed qty     Net price     Value
34.483.9       Filter cartridge     7                 29.95         209.65
72.227.2       Pump seal kit        33                25.32         835.56
M-10882                             14                25.17         352.38
M-53832        Gasket set           8                 159.42        1,275.36`;
  const fields = list("entries", [text("text", "Article text"), number("confirmed_qty"), number("net_price")]);
  expect((await rowsFor(fields, page))[2]).toEqual({ confirmed_qty: "14", net_price: "25.17" });
});

test("the rate of a tax is the column of the rate, and no price", async () => {
  const page = `Description      HSN      GST Rate    Quantity    Rate         Amount
Stabiliser       9032     18 %        2           38,500.00    77,000.00
Transformer      8504     18 %        3           21,250.00    63,750.00`;
  const fields = list("items", [text("description"), number("gst_rate"), number("quantity"), number("rate"), number("amount")]);
  expect((await rowsFor(fields, page))[0]).toEqual({
    description: "Stabiliser",
    gst_rate: "18 %",
    quantity: "2",
    rate: "38,500.00",
    amount: "77,000.00",
  });
});

describe("two values in a cell", () => {
  test("are parted at a stroke that their head has too", async () => {
    const page = `Goods             Weight      Class / Rate
Pumps, iron       3185        85 / 12.40
Valves, brass     1240        70 / 14.10`;
    const fields = list("goods", [text("goods"), number("weight"), text("class"), number("rate")]);
    expect((await rowsFor(fields, page))[0]).toEqual({ goods: "Pumps, iron", weight: "3185", class: "85", rate: "12.40" });
  });

  test("are parted where their head names both and the second stands in the lines below", async () => {
    const page = `Sr    Code / Description        Weight
1     RM-D2-080                   450.00
      D2 tool steel round
2     RM-H13-120                  620.00
      H13 die steel round`;
    const fields = list("materials", [text("code"), text("description"), number("weight")]);
    expect((await rowsFor(fields, page))[0]).toEqual({ code: "RM-D2-080", description: "D2 tool steel round", weight: "450.00" });
  });

  test("are a number and its unit where a field asks for that", async () => {
    const page = `Meter       Reading
North 1     412 kWh
North 2     318 kWh
Boiler      27 m3`;
    const rows = await rowsFor(list("readings", [text("meter"), number("reading"), text("unit")]), page);
    expect(rows.map(({ reading, unit }) => `${reading} ${unit}`)).toEqual(["412 kWh", "318 kWh", "27 m3"]);
  });
});
