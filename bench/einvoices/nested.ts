import type { Field } from "#contract/schema/field.ts";
import { type Asked, table } from "./asked.ts";

/** Objects in objects, as a JSON Schema of an API would have them. */
const party = (name: string): Field => ({
  name,
  type: "object",
  fields: [
    { name: "name", type: "string" },
    { name: "vatId", type: "string" },
    {
      name: "address",
      type: "object",
      fields: [
        { name: "street", type: "string" },
        { name: "city", type: "string" },
        { name: "zip", type: "string" },
        { name: "country", type: "string" },
      ],
    },
  ],
});
export const NESTED: Asked = {
  name: "nested objects",
  fields: [
    {
      name: "invoice",
      type: "object",
      fields: [
        { name: "number", type: "string" },
        { name: "date", type: "date" },
        { name: "dueDate", type: "date" },
        { name: "currency", type: "string" },
      ],
    },
    party("vendor"),
    party("customer"),
    {
      name: "payment",
      type: "object",
      fields: [
        { name: "iban", type: "string" },
        { name: "bic", type: "string" },
        { name: "terms", type: "string" },
      ],
    },
    {
      name: "totals",
      type: "object",
      fields: [
        { name: "net", type: "number" },
        { name: "vat", type: "number" },
        { name: "gross", type: "number" },
        { name: "due", type: "number" },
      ],
    },
    table("items", [
      ["name", "description", "string"],
      ["quantity", "qty", "number"],
      ["unit_price", "price", "number"],
      ["amount", "amount", "number"],
    ]),
    table("taxes", [
      ["rate", "percent", "number"],
      ["base", "base", "number"],
      ["tax", "amount", "number"],
    ]),
  ],
  names: {
    "/invoice/number": "invoice_number",
    "/invoice/date": "invoice_date",
    "/invoice/dueDate": "due_date",
    "/invoice/currency": "currency",
    "/vendor/name": "seller_name",
    "/vendor/vatId": "seller_vat_id",
    "/vendor/address/street": "seller_street",
    "/vendor/address/city": "seller_city",
    "/vendor/address/zip": "seller_postcode",
    "/vendor/address/country": "seller_country",
    "/customer/name": "buyer_name",
    "/customer/vatId": "buyer_vat_id",
    "/customer/address/street": "buyer_street",
    "/customer/address/city": "buyer_city",
    "/customer/address/zip": "buyer_postcode",
    "/payment/iban": "iban",
    "/payment/bic": "bic",
    "/payment/terms": "payment_terms",
    "/totals/net": "net_total",
    "/totals/vat": "tax_total",
    "/totals/gross": "grand_total",
    "/totals/due": "amount_due",
  },
  lines: "/items",
  taxes: "/taxes",
  columns: { description: "name", qty: "quantity", price: "unit_price", amount: "amount" },
  rates: { percent: "rate", base: "base", amount: "tax" },
};
