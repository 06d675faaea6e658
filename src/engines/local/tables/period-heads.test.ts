import { expect, test } from "vitest";
import { list, number, rowsFor, text } from "./rows-in.ts";

const ITEMS = list("line_items", [text("label"), number("current_year_amount"), number("prior_year_amount")]);
const sheet = (one: string, other: string) => `Statement of financial position

Item                          ${one}          ${other}
Cash at bank                  1,250         980
Trade receivables             3,420       2,890
Inventories                   1,870       2,100
`;

test.each([
  ["the later one is the current one, wherever it stands", sheet("2024", "2023"), "1,250"],
  ["also as the last", sheet("2023", "2024"), "980"],
  ["also within a date", sheet("31 Dec 2023", "31 Dec 2024"), "980"],
])("of two years over columns %s", async (_, page, amount) => {
  const [first, ...others] = await rowsFor(ITEMS, page);
  expect(first).toMatchObject({ label: "Cash at bank", current_year_amount: amount });
  expect(new Set([first?.current_year_amount, first?.prior_year_amount])).toEqual(new Set(["1,250", "980"]));
  expect(others).toHaveLength(2);
});

test("the description says which year, in any language of the words", async () => {
  const rows = list("posten", [
    text("bezeichnung"),
    number("betrag", "Betrag im aktuellen Jahr"),
    number("vergleich", "Betrag im Vorjahr"),
  ]);
  const page = `Bilanz

Posten                        2023          2024
Kassenbestand                 1.250         980
Forderungen                   3.420       2.890
Vorräte                       1.870       2.100
`;
  expect((await rowsFor(rows, page))[0]).toMatchObject({ betrag: "980", vergleich: "1.250" });
});
