import { describe, expect, test } from "vitest";
import type { Field } from "#contract/schema/field.ts";
import { withMrzWords } from "#documents/layout/mrz-words.ts";
import { localEngine } from "#engines/local/engine.ts";
import { typedDocument } from "#engines/typed-document.ts";

/** The specimens of ICAO Doc 9303. */
const PASSPORT = "P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<\nL898902C36UTO7408122F1204159ZE184226B<<<<<10";
const CARD = "I<UTOD231458907<<<<<<<<<<<<<<<\n7408122F1204159UTO<<<<<<<<<<<6\nERIKSSON<<ANNA<MARIA<<<<<<<<<<";
const FIELDS: Field[] = [
  { name: "document_number", type: "string" },
  { name: "surname", type: "string" },
  { name: "given_names", type: "string" },
  { name: "nationality", type: "string" },
  { name: "date_of_birth", type: "date" },
  { name: "date_of_expiry", type: "date" },
  { name: "sex", type: "string" },
];
async function raws(text: string): Promise<Record<string, string>> {
  const typed = typedDocument(text);
  const document = { ...typed, pages: typed.pages.map((page) => ({ ...page, lines: page.lines.map(withMrzWords) })) };
  const ask = { document, schema: { fields: FIELDS } };
  const { findings } = await localEngine.extract(ask, new AbortController().signal);
  return Object.fromEntries(findings.map((finding) => [finding.path.slice(1), finding.raw]));
}
const PERSON = {
  surname: "ERIKSSON",
  given_names: "ANNA<MARIA",
  nationality: "UTO",
  date_of_birth: "740812",
  date_of_expiry: "120415",
  sex: "F",
};

describe("the machine-readable zone", () => {
  test("of a passport", async () => {
    expect(await raws(PASSPORT)).toEqual({ ...PERSON, document_number: "L898902C3" });
  });

  test("of an identity card", async () => {
    expect(await raws(CARD)).toEqual({ ...PERSON, document_number: "D23145890" });
  });

  test("of a passport where OCR lost fillers and read letters for digits", async () => {
    const read = PASSPORT.replace("MARIA<<<<<<<<<<<<<<<<<<<", "MARIA<<<<<<<<<<").replace("UTO7408122", "UT07A08122").replace("7A", "74");
    expect(await raws(read.replace("ZE184226B<<<<<10", "ZE184226B<<<10"))).toEqual({ ...PERSON, document_number: "L898902C3" });
  });

  test("gives no value whose check digit does not hold", async () => {
    expect((await raws(PASSPORT.replace("740812", "740813"))).date_of_birth).toBeUndefined();
  });
});
