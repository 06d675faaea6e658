/** Documents of known kinds, from the development sets beside this project, of which stacks are made. */
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { parseSchema } from "#contract/schema/parse-schema.ts";
import type { Document } from "#documents/document.ts";
import type { DocumentReader } from "#documents/read-document.ts";
import type { Class } from "#packets/classes/class-features.ts";
import { readCached } from "../reading.ts";

export type PoolDocument = {
  id: string;
  /** The name of its template, or "other" and its own kind. */
  kind: string;
  /** Among many kinds, most of them with this document only. */
  single: boolean;
  group: string;
  /** The document that this one is a picture of, or itself. */
  origin: string;
  /** One of `FOLDS` parts of the pool: documents of one group are in one. */
  fold: number;
  file: string;
  document: Document;
  fields: { name: string }[];
};

type Row = {
  id: string;
  set: string;
  file: string;
  kind?: string;
  group?: string;
  layout?: string;
  fields?: { name: string }[];
  derived_from?: string;
};

/** Kinds by set, and by the documents' own kind or the beginning of their name where a set has several. */
const KINDS: { title: string; description: string; is: (row: Row) => boolean }[] = [
  {
    title: "TV advertising order",
    description: "Order or contract for political advertising on television",
    is: ({ set, id }) => set === "adbuy_fcc" || id.startsWith("scan-adbuy"),
  },
  {
    title: "Non-disclosure agreement",
    description: "Agreement of two parties to keep information confidential",
    is: ({ set }) => set === "contracts_nda",
  },
  { title: "Form W-8BEN", description: "Certificate of foreign status of beneficial owner", is: ({ id }) => id.startsWith("tax-fw8ben") },
  { title: "Form 1099-MISC", description: "Miscellaneous income", is: ({ id }) => id.startsWith("tax-f1099") },
  {
    title: "Passport",
    description: "Passport or identity card of a person",
    is: ({ set, id }) => set === "ids_specimen" && !id.includes("social_security"),
  },
  {
    title: "Invoice",
    description: "Invoice or credit note of a supplier",
    is: ({ set, id, kind }) =>
      set === "invoices_en16931" ||
      (set === "invoices_invoice2data" && !id.startsWith("i2d-oyo")) ||
      kind === "ksef_invoice" ||
      /^(?:az-(?:simple_)?invoice|dp-invoice|scan-(?:zf|i2d|hetzner))/.test(id),
  },
  {
    title: "Purchase order",
    description: "Order of goods by a buyer",
    is: ({ set, id }) => set === "orders_orderx" || id === "ll-purchase_order_document",
  },
  {
    title: "Receipt",
    description: "Receipt of a shop, restaurant or hotel",
    is: ({ set, kind, id }) => set === "receipts_sroie" || kind === "ereceipt" || /^az-receipt|^i2d-oyo|^ll-noise|^zx-0019/.test(id),
  },
  { title: "Certificate of insurance", description: "", is: ({ kind }) => kind === "certificate_of_insurance" },
  {
    title: "Evidence of property insurance",
    description: "",
    // Its supplements and the binder are other forms.
    is: ({ id }) => /^form-acord(?:27|28)/.test(id),
  },
  {
    title: "Bank statement",
    description: "Statement of a bank account with its transactions",
    is: ({ kind }) => /^(?:bank|card|fund)_statement$/.test(kind ?? ""),
  },
  { title: "Certificate of analysis", description: "", is: ({ kind }) => kind === "coa" },
  { title: "Forestry passport", description: "Passport of timber from a forest", is: ({ kind }) => kind === "forestry_passport" },
  { title: "Metals passport", description: "", is: ({ kind }) => kind === "metal_passport" },
  {
    title: "Inspection certificate",
    description: "Mill certificate EN 10204 3.1 of a metal product",
    is: ({ kind }) => kind === "mill_certificate",
  },
  {
    title: "Form 1040",
    description: "U.S. individual income tax return",
    is: ({ kind, id }) => kind === "form_1040" || /^tax-(?:us_)?tax_1040/.test(id),
  },
  { title: "Form 4868", description: "Application for automatic extension of time to file", is: ({ kind }) => kind === "form_4868" },
  { title: "Form W-2", description: "Wage and tax statement", is: ({ kind }) => kind === "w2" },
  { title: "Car insurance policy", description: "", is: ({ id }) => id.startsWith("dp-policy") },
  { title: "Résumé", description: "CV of an applicant", is: ({ set }) => set === "resumes" },
];

/** Documents of DocuBench that are of these kinds, by what stands on them. */
const DOCUBENCH: Readonly<Record<string, string>> = {
  B0nA2c30: "Receipt",
  vBIz5dut: "Receipt",
  phovuuuk: "Form W-2",
  bjBNmyNw: "Purchase order",
  DtfW60lS: "Invoice",
  jlKc8eVi: "Invoice",
};

const FIELDS_MAX = 20;

/** The kinds' templates: title, description, and the fields that their documents are asked for. */
function templatesOf(pool: readonly PoolDocument[]) {
  return KINDS.map(({ title, description }) => {
    const fields = new Map(
      pool.filter(({ kind }) => kind === title).flatMap((each) => each.fields.map((field) => [field.name, field] as const)),
    );
    return { name: title, description, fields: [...fields.values()].slice(0, FIELDS_MAX) };
  });
}

export function classesOf(pool: readonly PoolDocument[]): Class[] {
  return templatesOf(pool).map(({ name, description, fields }) => {
    const { schema, errors } = parseSchema({ fields });
    if (!schema) throw new Error(`${name}: ${JSON.stringify(errors)}`);
    return { id: name, name, description, schema };
  });
}

const OTHER_SETS = new Set([
  "application_forms",
  "bank_statements",
  "mixed_docs",
  "receipts_invoices_eu",
  "tax_returns",
  "forms_tax",
  "ids_specimen",
]);
const RESUME_FIELDS = ["name", "email", "phone", "skills"].map((name) => ({
  name,
  type: name === "skills" ? "array" : "string",
  description: "",
  ...(name === "skills" ? { items: { type: "string" } } : {}),
}));

export async function poolOf(data: string, cache: string, reader: DocumentReader): Promise<PoolDocument[]> {
  const pool: PoolDocument[] = [];
  for (const set of readdirSync(data)) {
    for (const row of rowsOf(path.join(data, set, "truth.jsonl"))) {
      const of = { ...row, set };
      if (!/\.(?:pdf|png|jpe?g)$/i.test(row.file) || set === "evaluate" || set === "hostile") continue;
      const kind = KINDS.find(({ is }) => is(of))?.title ?? (OTHER_SETS.has(set) ? `other ${row.kind ?? row.id}` : null);
      if (kind === null) continue;
      const file = path.join(data, set, row.file);
      const document = await readCached(reader, { file, id: row.id, cache });
      const fields = set === "resumes" ? RESUME_FIELDS : (row.fields ?? []);
      const group = row.group ?? row.id;
      pool.push({
        id: row.id,
        kind,
        single: kind.startsWith("other"),
        group,
        fold: foldOf(group.replace(/^scan-/, "")),
        origin: row.derived_from?.split("/").at(-1) ?? row.id,
        file,
        document,
        fields,
      });
    }
  }
  for (const name of readdirSync(path.join(data, "docubench", "documents"))) {
    if (!/\.(?:pdf|png|jpe?g)$/i.test(name)) continue;
    const file = path.join(data, "docubench", "documents", name);
    const id = path.parse(name).name;
    const document = await readCached(reader, { file, id: `docubench-${id}`, cache });
    pool.push({
      id,
      kind: DOCUBENCH[id] ?? `other ${id}`,
      single: true,
      group: id,
      origin: id,
      fold: foldOf(id),
      file,
      document,
      fields: [],
    });
  }
  return pool;
}

export const FOLDS = 5;
export const foldOf = (group: string): number => createHash("sha256").update(group).digest().readUInt32LE() % FOLDS;

export function rowsOf(file: string): Row[] {
  try {
    return readFileSync(file, "utf8")
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
  } catch {
    return [];
  }
}
