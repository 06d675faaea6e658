/** The sample documents of the repository, with the schemas that go with them. */

import type { SchemaField } from "#schema/model.ts";
import formUrl from "../../samples/form-scan.png?url";
import formSchema from "../../samples/form-scan.schema.json";
import invoiceDeUrl from "../../samples/invoice-de.pdf?url";
import invoiceDeSchema from "../../samples/invoice-de.schema.json";
import invoiceUrl from "../../samples/invoice-en.pdf?url";
import invoiceSchema from "../../samples/invoice-en.schema.json";
import jobAdUrl from "../../samples/job-ad.txt?url";
import receiptUrl from "../../samples/receipt-photo.jpg?url";
import receiptSchema from "../../samples/receipt-photo.schema.json";

export type Sample = { name: string; what: string; file: string; url: string; fields: SchemaField[] };

/** A JSON file's texts have the types of any text. */
const fieldsOf = (schema: { fields: object[] }) => schema.fields as SchemaField[];

export const SAMPLES: readonly Sample[] = [
  { name: "Invoice", what: "PDF, 2 pages", file: "invoice-en.pdf", url: invoiceUrl, fields: fieldsOf(invoiceSchema) },
  { name: "German invoice", what: "PDF, 2 pages", file: "invoice-de.pdf", url: invoiceDeUrl, fields: fieldsOf(invoiceDeSchema) },
  { name: "Receipt", what: "Photo", file: "receipt-photo.jpg", url: receiptUrl, fields: fieldsOf(receiptSchema) },
  { name: "Claim form", what: "Scan", file: "form-scan.png", url: formUrl, fields: fieldsOf(formSchema) },
];

/** A job ad, for the applicants of `samples/`. */
export async function sampleJobAd(): Promise<string> {
  const answer = await fetch(jobAdUrl);
  if (!answer.ok) throw new Error("The sample could not be loaded. Check that the server is running.");
  return answer.text();
}
