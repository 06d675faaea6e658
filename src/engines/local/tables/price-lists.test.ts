import { expect, test } from "vitest";
import { list, number, rowsFor, text } from "./rows-in.ts";

const RATES = list("rates", [text("service"), number("rate")], "What each service costs");
const PAGE = `Our services

Haircut with wash             32.00
Dry haircut                   24.50
Colour, short hair            58.00
Colour, long hair             74.00
Beard trim                    12.00

Open from Tuesday to Saturday`;

test("lines of a text and an amount, with nothing above them, are the rows of a list that asks for both", async () => {
  expect(await rowsFor(RATES, PAGE)).toEqual([
    { service: "Haircut with wash", rate: "32.00" },
    { service: "Dry haircut", rate: "24.50" },
    { service: "Colour, short hair", rate: "58.00" },
    { service: "Colour, long hair", rate: "74.00" },
    { service: "Beard trim", rate: "12.00" },
  ]);
});

test("amounts that do not stand below each other are none", async () => {
  const scattered =
    "Haircut 32.00\n\n\n          Colour, long hair and short hair too 58.00\n\n\nTrim 1.00\n\n\n       Wash and dry it 9.00\n\n\nX y 2.00";
  expect(await rowsFor(RATES, scattered)).toEqual([]);
});
