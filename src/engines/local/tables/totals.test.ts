import { expect, test } from "vitest";
import { list, number, rowsFor, text } from "./rows-in.ts";

test("a row whose numbers are the sums of those above, and which lacks what they have, is none", async () => {
  const holdings = list("holdings", [text("fund"), text("code", "Option code"), number("value"), number("share", "Percent")]);
  const page = `Fund                Option code    Value       Percent
Growth              210            17,287.28   40
Moderate            080            25,930.92   60
Account value                      43,218.20   100
Insured in case of death           10,000.00`;
  expect(await rowsFor(holdings, page)).toEqual([
    { fund: "Growth", code: "210", value: "17,287.28", share: "40" },
    { fund: "Moderate", code: "080", value: "25,930.92", share: "60" },
  ]);
});

test("the engine takes a row for a total when its label is a word for one in any language of the thesaurus", async () => {
  const payments = list("payments", [text("method", "Method (אמצעי תשלום)"), number("amount", "Amount (סכום)")]);
  const page = `אמצעי תשלום      סכום
אשראי            240.72
סה"כ             240.72`;
  expect(await rowsFor(payments, page)).toEqual([{ method: "אשראי", amount: "240.72" }]);
});

test("the only number of a row may be the sum of another column", async () => {
  const page = `Fish         Kilos       Price        Lot value
Cod          64.8        3.68         238.46
Mackerel     30.5        6.92         211.06
Takings:     449.52`;
  const fish = (await rowsFor(list("catch", [text("fish"), number("kilos"), number("lot_value")]), page)).map((each) => each.fish);
  expect(fish).toEqual(["Cod", "Mackerel"]);
});

test("a row with all texts of the others is one of them, though its label ends like that of a sum", async () => {
  const results = list("results", [text("test"), number("result"), text("unit"), text("range", "Reference interval")]);
  const page = `Test                  Result   Units     Reference interval
Glucose (fasting)     6.3      mmol/L    3.0 - 5.4
Cholesterol, total    4.8      mmol/L    1.0 - 5.5
Cholesterol HDL       1.8      mmol/L    1.0 - 3.0`;
  const tests = (await rowsFor(results, page)).map((each) => each.test);
  expect(tests).toEqual(["Glucose (fasting)", "Cholesterol, total", "Cholesterol HDL"]);
});
