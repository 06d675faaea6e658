import { describe, expect, test } from "vitest";
import type { Field } from "#contract/schema/field.ts";
import { LINE_GROUP, SINGLE_TERMS } from "#einvoices/terms.ts";
import { askingOf, matchOf } from "./match.ts";

type Case = readonly [name: string, type: Field["type"], term: string, description?: string | undefined, parents?: string | undefined];

const termOf = ([name, type, , description, parents = ""]: Case) =>
  matchOf(askingOf({ name, type, ...(description ? { description } : {}) }, parents.split("/")), SINGLE_TERMS)?.term.id ?? null;

describe("a field asks for a business term", () => {
  test.each([
    ["invoiceNo", "string", "BT-1", "", ""],
    ["Rechnungsnummer", "string", "BT-1"],
    ["numero_facture", "string", "BT-1"],
    ["factuurnummer", "string", "BT-1"],
    ["numer_faktury", "string", "BT-1"],
    ["id", "string", "BT-1", "cbc:ID invoice number"],
    ["x", "string", "BT-13", "BT-13"],
    ["date_of_issue", "date", "BT-2"],
    ["scadenza", "date", "BT-9"],
    ["zahlbar_bis", "date", "BT-9"],
    ["supplierName", "string", "BT-28", "supplier party/trading name"],
    ["supplierRegistrationName", "string", "BT-27", "supplier legal registration name"],
    ["name", "string", "BT-44", "", "customer"],
    ["bill_to_name", "string", "BT-44"],
    ["USt-IdNr", "string", "BT-31"],
    ["partita_iva", "string", "BT-31", "", "cedente"],
    ["zip", "string", "BT-53", "", "buyer/address"],
    ["billing_address", "address", "X-buyer-address"],
    ["amount_excl_vat", "number", "BT-109"],
    ["VATTotal", "number", "BT-110"],
    ["total_ttc", "number", "BT-112"],
    ["balance_due", "number", "BT-115"],
    ["amount_paid", "number", "BT-113"],
  ])("%s (%s) for %s", (name: string, type: string, term: string, description?: string, parents?: string) =>
    expect(termOf([name, type as Field["type"], term, description, parents])).toBe(term),
  );

  test.each([
    ["cashier", "string", ""],
    ["order_total_weight", "number", ""],
    ["early_payment_discount_percent", "number", ""],
    ["warehouse_date", "date", ""],
    ["check_in", "date", "", "Check-in date"],
    ["previous_balance", "number", "", "Previous unpaid balance"],
    ["page_count", "integer", ""],
    ["total", "date", ""],
  ])("%s (%s) for none", (name: string, type: string, _: string, description?: string) =>
    expect(termOf([name, type as Field["type"], "", description])).toBeNull(),
  );

  test("of a line", () => {
    const ofLine = (name: string, type: Field["type"]) => matchOf(askingOf({ name, type }, ["items"]), LINE_GROUP.terms)?.term.id;
    expect(["Menge", "Einzelpreis", "amount", "prezzo_totale"].map((name) => ofLine(name, "number"))).toEqual([
      "BT-129",
      "BT-146",
      "BT-131",
      "BT-131",
    ]);
    expect(["Bezeichnung", "uom", "ean"].map((name) => ofLine(name, "string"))).toEqual(["BT-153", "BT-130", "BT-157"]);
  });
});
