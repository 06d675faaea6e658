import { PDFDict, PDFDocument, PDFName, PDFString } from "@cantoo/pdf-lib";
import { describe, expect, test } from "vitest";
import type { FormField } from "#documents/document.ts";
import { withXfaValues } from "./xfa.ts";
import { xfaDataOf } from "./xfa-data.ts";

async function formWith(data: string): Promise<Buffer> {
  const blank = await PDFDocument.create();
  blank.addPage();
  blank.getForm().createTextField("form1[0].applicant[0].name[0]");
  const document = await PDFDocument.load(await blank.save(), { preserveXFA: true });
  const { context } = document;
  const xml = `<xfa:datasets xmlns:xfa="http://www.xfa.org/schema/xfa-data/1.0/"><xfa:data>${data}</xfa:data></xfa:datasets>`;
  const form = document.catalog.lookup(PDFName.of("AcroForm"), PDFDict);
  form.set(
    PDFName.of("XFA"),
    context.obj([
      PDFString.of("template"),
      context.register(context.flateStream("<template/>")),
      PDFString.of("datasets"),
      context.register(context.flateStream(xml)),
    ]),
  );
  return Buffer.from(await document.save());
}

const field = (name: string, more: Partial<FormField> = {}): FormField => ({
  name,
  kind: "text",
  value: null,
  checked: null,
  box: { left: 0, top: 0, right: 10, bottom: 10 },
  ...more,
});
const valuesOf = async (pdf: Buffer, ...fields: FormField[]) =>
  (await withXfaValues(fields, () => xfaDataOf(pdf, null))).map(({ value }) => value);

describe("fields that only the form's data have filled", () => {
  test("get its value, by their names", async () => {
    const pdf = await formWith("<form1><applicant><name>Alex Sample</name><born>1990-01-02</born></applicant></form1>");
    expect(await valuesOf(pdf, field("form1[0].page1[0].applicant[0].name[0]"), field("form1[0].applicant[0].born[0]"))).toEqual([
      "Alex Sample",
      "1990-01-02",
    ]);
  });

  test("of several values of one name, get the one with their number", async () => {
    const pdf = await formWith("<form1><line>first</line><line>second</line></form1>");
    expect(await valuesOf(pdf, field("form1[0].line[1]"), field("form1[0].line[0]"), field("form1[0].line[7]"))).toEqual([
      "second",
      "first",
      null,
    ]);
  });

  test("keep what they have, and what is not clear stays empty", async () => {
    const pdf = await formWith("<form1><a><name>one</name></a><b><name>two</name></b></form1>");
    expect(
      await valuesOf(pdf, field("form1[0].a[0].name[0]", { value: "kept" }), field("form1[0].b[0].name[0]"), field("name[0]")),
    ).toEqual(["kept", "two", null]);
  });
});

test("a file that is not a PDF has no data", async () => {
  expect(await xfaDataOf(Buffer.from("no pdf"), null)).toEqual([]);
});
