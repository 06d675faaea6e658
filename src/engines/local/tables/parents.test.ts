import { expect, test } from "vitest";
import { list, number, rowsFor, text } from "./rows-in.ts";

const BALANCE = list("balance_sheet", [text("line_item", "The label of the line"), number("amount", "Amount of the current year")]);

test("a sum without a label has that of the group above its rows", async () => {
  const page = `BALANCE SHEET
                              2015        2014
Tangible assets      (2)
Buildings                    1,619       1,813
Machines                     2,655       3,398
Vehicles                     4,998       5,882
                             9,272      11,093
Receivables          (4)
Trade debtors               11,161       5,626
Accruals                        27         300
                            11,188       5,926
Cash                 (5)    23,895       6,979`;
  expect(await rowsFor(BALANCE, page)).toEqual([
    { line_item: "Buildings", amount: "1,619" },
    { line_item: "Machines", amount: "2,655" },
    { line_item: "Vehicles", amount: "4,998" },
    { line_item: "Tangible assets", amount: "9,272" },
    { line_item: "Trade debtors", amount: "11,161" },
    { line_item: "Accruals", amount: "27" },
    { line_item: "Receivables", amount: "11,188" },
    { line_item: "Cash", amount: "23,895" },
  ]);
});

test("a number without a label that is not the sum of its group is no row", async () => {
  const page = `BALANCE SHEET
                              2015        2014
Tangible assets      (2)
Buildings                    1,619       1,813
Machines                     2,655       3,398
                             9,272      11,093
Receivables          (4)
Trade debtors               11,161       5,626
Cash                 (5)    23,895       6,979`;
  const labels = (await rowsFor(BALANCE, page)).map((each) => each.line_item);
  expect(labels).toEqual(["Buildings", "Machines", "Trade debtors", "Cash"]);
});
