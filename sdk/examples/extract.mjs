/** `node extract.mjs invoice.pdf`: prints each value with the place it was read from. */
import { openAsBlob } from "node:fs";
import { Winnow } from "@winnow/sdk";

const winnow = new Winnow({ baseUrl: process.env.WINNOW_URL ?? "http://127.0.0.1:8080", apiKey: process.env.WINNOW_API_KEY });
const file = await openAsBlob(process.argv[2] ?? "invoice.pdf");

const { data, fields } = await winnow
  .extract(file, {
    fields: [
      { name: "invoice_number", type: "string" },
      { name: "total", type: "currency", description: "Total amount due" },
      { name: "line_items", type: "table", fields: [{ name: "description" }, { name: "amount", type: "currency" }] },
    ],
  })
  .wait();

console.log(data.invoice_number, data.total?.amount, data.total?.currency);
for (const { description, amount } of data.line_items) console.log("-", description, amount?.amount);
for (const [pointer, { confidence, evidence }] of Object.entries(fields))
  for (const { page, text } of evidence) console.log(`${pointer}: “${text}” on page ${page}, confidence ${confidence}`);
