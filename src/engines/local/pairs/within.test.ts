import { expect, test } from "vitest";
import { typedDocument } from "#engines/typed-document.ts";
import type { Cell } from "#structure/sheet.ts";
import { sheetsOf } from "#structure/sheet.ts";
import { asksLastDigits, maskedIn } from "./masked.ts";
import type { Span } from "./span.ts";
import { durationsIn, namesWithin } from "./within.ts";

const rawsIn = (find: (cell: Cell) => readonly Span[], text: string): string[] =>
  sheetsOf(typedDocument(text)).flatMap(({ cells }) => cells.flatMap((cell) => find(cell).map(({ raw }) => raw)));

test.each([
  ["you report to Callum Brathwaite, Associate Partner", ["Callum Brathwaite", "Associate Partner"]],
  ["issued to Mrs Philippa Oakeshott, born 2 April", ["Mrs Philippa Oakeshott", "Philippa Oakeshott"]],
  ["no names are in this text", []],
])("names within %s", (text, names) => {
  expect(rawsIn(namesWithin, text)).toEqual(expect.arrayContaining(names));
  if (names.length === 0) expect(rawsIn(namesWithin, text)).toEqual([]);
});

test.each([
  ["The term is twelve (12) months, commencing on", "twelve (12) months"],
  ["Plazo de ejecución: 18 días laborables desde el inicio", "18 días laborables"],
  ["within 5 working days of delivery", "5 working days"],
  ["dans un délai de deux mois auprès de", "deux mois"],
])("a length of time within %s", (text, duration) => {
  expect(rawsIn(durationsIn, text)).toContain(duration);
});

test.each([
  ["Acct: ************6607", "6607"],
  ["CARD ..4096 APP 118204", "4096"],
  ["Paid by Visa – 8812", "8812"],
])("a masked number shows its last digits: %s", (text, digits) => {
  expect(rawsIn(maskedIn, text)).toEqual([digits]);
});

test("last digits are asked for by what a name or a description says", () => {
  expect(asksLastDigits(["card", "last4"])).toBe(true);
  expect(asksLastDigits("last four digits of the card".split(" "))).toBe(true);
  expect(asksLastDigits(["last", "name"])).toBe(false);
});
