import { expect, test } from "vitest";
import { columnConceptOf } from "./concept-of.ts";

test.each([
  ["omschrijving", "description"],
  ["libelle", "description"],
  ["aantal", "quantity"],
  ["prijs", "unit_price"],
  ["montant", "line_amount"],
  ["gst_rate", "tax_rate"],
  ["taux_tva", "tax_rate"],
  ["ust_satz", "tax_rate"],
  ["voyage", null],
])("a column called %s is known as %s", (name, concept) => {
  expect(columnConceptOf({ name, type: "string" })).toBe(concept);
});
