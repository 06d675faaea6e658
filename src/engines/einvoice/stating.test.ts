import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import type { Schema } from "#contract/schema/field.ts";
import type { Document } from "#documents/document.ts";
import { eInvoicesOfXml } from "#documents/einvoices/read-einvoice.ts";
import type { Ask, Engine } from "#engines/engine.ts";
import { typedDocument } from "#engines/typed-document.ts";
import { statingFirst } from "./stating.ts";

const XML = readFileSync(path.resolve(import.meta.dirname, "../../../samples/make/factur-x.xml"));

function invoice(): Document {
  const read = eInvoicesOfXml(XML)[0];
  if (!read?.structured) throw new Error("the sample is no e-invoice");
  const pages = read.pages(1);
  return { mimeType: "application/xml", pageCount: pages.length, pages, pagesFailed: [], truncated: false, structured: read.structured };
}

/** What the engine behind is asked for, null where it is not asked. */
async function askedBehind(document: Document, schema: Schema): Promise<string[] | null> {
  let asked: string[] | null = null;
  const behind: Engine = {
    name: "local",
    usage: () => ({ input_tokens: 0, output_tokens: 0, cost_usd: 0 }),
    async extract({ schema: rest }: Ask) {
      asked = rest.fields.map(({ name }) => name);
      return { engine: "local", provider: null, model: null, findings: [], warnings: [], truncated: false };
    },
  };
  await statingFirst(behind).extract({ document, schema }, new AbortController().signal);
  return asked;
}

const NUMBER = { name: "invoice_number", type: "string" } as const;
const DRIVER = { name: "driver", type: "string" } as const;
const BIC = { name: "bic", type: "string" } as const;

describe("the engine behind an e-invoice", () => {
  test("is not asked where the file states everything, or leaves it out", async () => {
    expect(await askedBehind(invoice(), { fields: [NUMBER, BIC] })).toBeNull();
  });

  test("is asked for what is no term", async () => {
    expect(await askedBehind(invoice(), { fields: [NUMBER, DRIVER, { name: "trip", type: "object", fields: [DRIVER] }] })).toEqual([
      "driver",
      "trip",
    ]);
  });

  test("is asked for what a profile without most terms leaves out", async () => {
    const partial = { ...invoice(), structured: { format: "Factur-X", profile: "MINIMUM" } };
    expect(await askedBehind(partial, { fields: [NUMBER, BIC] })).toEqual(["bic"]);
  });

  test("is asked for everything of other documents", async () => {
    expect(await askedBehind(typedDocument("Invoice number  7"), { fields: [NUMBER, BIC] })).toEqual(["invoice_number", "bic"]);
  });
});
