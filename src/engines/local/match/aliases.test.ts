import fc from "fast-check";
import { expect, test } from "vitest";
import { aliasesIn } from "./aliases.ts";

test.each([
  ["Number of the cash register (Kasse)", ["Kasse"]],
  ["the amount under “Saldo”", ["Saldo"]],
  ["Receipt number (Bon-Nr.), as printed", ["Bon-Nr."]],
  ["Date of birth (YYYY-MM-DD)", []],
  ["Country (three letters)", []],
  ["Total (without tax)", []],
  ["the employer's name", []],
  ["buyer address shown after 御住所", ["御住所"]],
  ["registration number (ח.פ / עוסק מורשה)", ["ח.פ", "עוסק מורשה", "עוסק", "מורשה"]],
])("%s quotes %j", (description, aliases) => {
  expect(aliasesIn(description)).toEqual(aliases);
});

test("any description quotes texts of at most five words that stand in it", () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(..."(a b'\"“)1|,".split("")) }), (description) => {
      for (const alias of aliasesIn(description)) {
        expect(description).toContain(alias);
        expect(alias.split(/\s+/).length).toBeLessThanOrEqual(5);
      }
    }),
  );
});
