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

  test("one of two columns is left to no field", async () => {
    const page = `Professeur      Matiere         Travail    Salle
Delorme         Mathematics     1          12
Fontanel        History         1          14
Rousselot       History         3          12`;
    const rows = await rowsFor(list("entries", [text("teacher"), text("subject", "Matière"), text("effort")]), page);
    expect(rows.map((each) => each.effort)).toEqual([undefined, undefined, undefined]);
  });
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
