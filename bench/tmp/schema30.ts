import type { Field } from "#contract/schema/field.ts";
const f = (name: string, type: Field["type"], description?: string): Field => ({ name, type, ...(description ? { description } : {}) });
export const SCHEMA: Field[] = [
  f("invoice_number", "string"), f("invoice_date", "date"), f("due_date", "date"), f("currency", "string"), f("seller_name", "string"), f("seller_vat_id", "string"), f("seller_tax_number", "string"),
  f("seller_address", "address"), f("seller_city", "string"), f("seller_country", "string"), f("buyer_name", "string"), f("buyer_vat_id", "string"), f("buyer_address", "address"), f("buyer_postal_code", "string"),
  f("order_number", "string"), f("buyer_reference", "string"), f("customer_number", "string"), f("delivery_date", "date"), f("payment_terms", "string"), f("iban", "string"), f("bic", "string"), f("payment_means_code", "string"),
  f("net_total", "number"), f("tax_total", "number"), f("grand_total", "currency"), f("prepaid_amount", "number"), f("amount_due", "number"), f("document_type", "string"),
  { name: "line_items", type: "table", fields: [f("position", "string"), f("description", "string"), f("quantity", "number"), f("unit", "string"), f("unit_price", "number"), f("line_total", "number"), f("vat_rate", "percentage")] },
  { name: "vat_breakdown", type: "table", fields: [f("rate", "number"), f("taxable_amount", "number"), f("tax_amount", "number")] },
];
