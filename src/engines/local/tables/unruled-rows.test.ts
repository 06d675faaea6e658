import { describe, expect, test } from "vitest";
import { list, number, rowsFor, text } from "./rows-in.ts";

describe("heads inside a form", () => {
  const PEOPLE = list("dependents", [text("name", "First and last name"), text("ssn", "Social security number"), text("relationship")]);

  test("begin the list's table, and what no longer fits ends it", async () => {
    const page = `Your first name          Last name              Your social security number
Kevin                    Moor                   091-30-1116
Home address             Apt. no.               Election campaign
12 Elm Street            4                      Yes
(1) First name     Last name        (2) Social security     (3) Relationship
                                    number                  to you
Mary               Moor             456-27-2227             Daughter
Anton              Moor             113-91-4830             Son
Attach Form W-2 here, and see the instructions for who qualifies`;
    expect(await rowsFor(PEOPLE, page)).toEqual([
      { name: "Mary Moor", ssn: "456-27-2227", relationship: "Daughter" },
      { name: "Anton Moor", ssn: "113-91-4830", relationship: "Son" },
    ]);
  });

  test("of another record leave the list empty rather than wrong", async () => {
    const page = `Employer                 City                   Policy number
Northgate Ltd            Leeds                  AB-1234
Carrier                  Broker                 Contact
Summit Mutual            Ray Moor               555-0100`;
    expect(await rowsFor(PEOPLE, page)).toEqual([]);
  });
});

describe("records side by side", () => {
  const ELEMENTS = list("analysis", [text("symbol", "Chemical symbol"), number("actual", "Actual value"), number("max", "Upper limit")]);

  test("are read along the lines that name the fields, and on below where the page is too narrow", async () => {
    const page = `Chemical analysis
Symbol    C      Mn     Si
Unit      %      %      %
Max       0.20   1.60   0.50
Actual    0.18   1.45   0.25
Symbol    P      CEV
Unit      %      %
Max       0.03   0.45
Actual    0.02   0.42
Mechanical properties
Tensile strength    Symbol    1      2
Value [MPa]         Rm        508    510`;
    expect(await rowsFor(ELEMENTS, page)).toEqual([
      { symbol: "C", actual: "0.18", max: "0.20" },
      { symbol: "Mn", actual: "1.45", max: "1.60" },
      { symbol: "Si", actual: "0.25", max: "0.50" },
      { symbol: "P", actual: "0.02", max: "0.03" },
      { symbol: "CEV", actual: "0.42", max: "0.45" },
    ]);
  });
});

test("of a quantity, a price and their product the columns are told by the arithmetic where a head says nothing", async () => {
  const charges = list("charges", [text("charge_type"), number("units"), number("rate"), number("line_amount")]);
  const page = `Charge type      Basis       Tariff       Value
Storage          25.4        77.62      1,971.55
Toll             11.1       142.99      1,587.19
Tail lift         2.4        86.29        207.10`;
  expect((await rowsFor(charges, page))[0]).toEqual({ charge_type: "Storage", units: "25.4", rate: "77.62", line_amount: "1,971.55" });
});

describe("records as blocks of labels", () => {
  const VEHICLES = list("vehicles", [
    text("kind", "Kind of vehicle (heading)"),
    text("make"),
    { name: "model_year", type: "integer" },
    text("plate", "Licence plate"),
  ]);

  test("are rows, with the heading above each", async () => {
    const page = `Vehicles

Passenger car
Make              Volvo
Model year        2019
Licence plate     AB 123 C

Trailer
Make              Ifor Williams
Model year        2015
Licence plate     TR 77 X

Total premium     812.40`;
    expect(await rowsFor(VEHICLES, page)).toEqual([
      { kind: "Passenger car", make: "Volvo", model_year: "2019", plate: "AB 123 C" },
      { kind: "Trailer", make: "Ifor Williams", model_year: "2015", plate: "TR 77 X" },
    ]);
  });

  test("a label or two that stand alone are no row", async () => {
    const page = `Insured           Mary Moor
Licence plate     AB 123 C
Total premium     812.40`;
    expect(await rowsFor(VEHICLES, page)).toEqual([]);
  });
});

test("of rows counted by a code those without one are no rows", async () => {
  const coverages = list("coverages", [text("coverage_letter"), text("coverage_name"), number("limit", "Limit of liability")]);
  const page = `Property coverages                 Limit of liability
Coverage A - Dwelling              160,000
Coverage B - Other Structures        3,200
Coverage C - Personal Property     104,250
Coverage D - Loss of Use            20,850
Ordinance or Law                    40,000`;
  const names = (await rowsFor(coverages, page)).map((each) => each.coverage_name);
  expect(names).toEqual(["Dwelling", "Other Structures", "Personal Property", "Loss of Use"]);
});

test("without heads a table of quantities, prices and their products answers a list that asks for them", async () => {
  const sales = list("catch", [text("fish"), number("kilos"), number("per_kilo"), number("lot_value")]);
  const page = `Market settlement slip
Plaice           79.6     17.85     1,420.86
Sole             39.7     11.85       470.45
Mackerel         31.6      3.21       101.44
Proceeds                            1,992.75`;
  expect(await rowsFor(sales, page)).toEqual([
    { fish: "Plaice", kilos: "79.6", per_kilo: "17.85", lot_value: "1,420.86" },
    { fish: "Sole", kilos: "39.7", per_kilo: "11.85", lot_value: "470.45" },
    { fish: "Mackerel", kilos: "31.6", per_kilo: "3.21", lot_value: "101.44" },
  ]);
});

test("boxes that share a number are the rows of the list that is said to be that box", async () => {
  const box12 = list("box_12", [text("code"), number("amount")], "Box 12: codes and amounts");
  const page = `11 Nonqualified plans     12a See instructions
                          D       3528.87
14 Other  1600.00  14H    12b W   1500.00
52.00     14X             12c
15 State                  16 State wages
PA                        47808.35`;
  expect(await rowsFor(box12, page)).toEqual([
    { code: "D", amount: "3528.87" },
    { code: "W", amount: "1500.00" },
  ]);
});

test("a line of few cells begins a row when it has the first and a result in words among values", async () => {
  const results = list("test_results", [text("property"), text("method"), text("value")]);
  const page = `Property           Method          Unit      Value     Minimum    Maximum
Melt flow rate     ISO 1133        g/10m     31        15         35
Charpy impact      ISO 179/1eU     kJ/m2     85
strength
Type of failure    ISO 179/1eU               C
Test case 1        ISO 179/1eU               4.1       4.0`;
  expect(await rowsFor(results, page)).toEqual([
    { property: "Melt flow rate", method: "ISO 1133", value: "31" },
    { property: "Charpy impact strength", method: "ISO 179/1eU", value: "85" },
    { property: "Type of failure", method: "ISO 179/1eU", value: "C" },
    { property: "Test case 1", method: "ISO 179/1eU", value: "4.1" },
  ]);
});

test("a line with a sum of money is no second line of heads", async () => {
  const coverages = list("coverages", [text("coverage_type", "coverage name"), number("limit", "limit of coverage")]);
  const page = `Section 1 - Coverages          Limits of Coverage
Dwelling                       $450,000             Deductible = $1,000
Other Structures               $45,000
Loss of Use                    $90,000`;
  expect((await rowsFor(coverages, page)).map((each) => each.limit)).toEqual(["$450,000", "$45,000", "$90,000"]);
});
