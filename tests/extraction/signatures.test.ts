/** A signature is only told where somebody signed: never because the page has a place for one. */
import { describe, expect, test } from "vitest";
import type { Field } from "#contract/schema/field.ts";
import { pngOf } from "#documents/testing/draw-picture.ts";
import { makePdf, textAt } from "#documents/testing/make-pdf.ts";
import { asksForSignature } from "#engines/asks-for-signature.ts";
import { localEngine } from "#engines/local/engine.ts";
import { extractValues } from "#results/extract.ts";
import { sharedReader } from "../support/reader.ts";

const never = new AbortController().signal;
const signature = (name: string): Field => ({ name, type: "signature" });

async function extract(file: Buffer, ...names: string[]) {
  return extractFields(file, names.map(signature));
}
async function extractFields(file: Buffer, fields: Field[]) {
  const schema = { fields };
  const document = await sharedReader().read(file, { ink: asksForSignature(schema) }, never);
  return { ...(await extractValues(localEngine, { document, schema }, never)).result, document };
}
const signed = async (file: Buffer, name = "signature") => (await extract(file, name)).data[name];

/** A hand's strokes in a box of 120 x 26 whose lower left corner is at the place; y grows upwards, as in PDFs. */
const strokes = (x: number, y: number) =>
  `q 1.4 w ${x} ${y + 6} m ${x + 10} ${y + 34} ${x + 22} ${y + 30} ${x + 18} ${y + 8} c ${x + 26} ${y + 30} ${x + 38} ${y + 26} ${x + 34} ${y + 6} c ${x + 48} ${y + 24} ${x + 58} ${y + 20} ${x + 60} ${y + 8} c ${x + 78} ${y + 30} ${x + 96} ${y - 4} ${x + 120} ${y + 14} c S Q\n`;
/** As SVG, where y grows downwards. */
const svgStrokes = (x: number, y: number) =>
  `<path d="M ${x} ${y} c 14 -52 34 -46 26 -4 c 12 -34 32 -28 26 2 c 20 -28 36 -22 38 -2 c 26 -34 54 18 90 -10" fill="none" stroke="#1c2a6b" stroke-width="3"/>`;

const FORM =
  textAt(60, 80, "Application for membership", { size: 16 }) + textAt(60, 130, "Name: Ann Bee") + textAt(60, 160, "Do you smoke?   No");
const BLANKS = "____________________________";
const ASKED = textAt(60, 400, `Signature: ${BLANKS}`) + textAt(400, 400, "Date: ____________");
const LABEL_BELOW = `q 0.8 w 60 420 m 260 420 l S Q\n${textAt(60, 424, "Signature of applicant")}`;
const SIGNED_Y = 842 - 400 - 14;

const signatureField = (more: string) => ({
  pages: [FORM + ASKED],
  pageEntries: "/Annots [100 0 R]",
  catalog: "/AcroForm << /Fields [100 0 R] /SigFlags 3 >>",
  objects: [`<< /Type /Annot /Subtype /Widget /FT /Sig /T (Signature1) /Rect [130 425 250 460] /F 4 ${more} >>`],
});

describe("a PDF", () => {
  test.each([
    ["blanks behind the word", FORM + ASKED],
    ["a line above the word", FORM + LABEL_BELOW],
    ["a frame around the place", `${FORM}q 0.8 w 55 380 220 60 re S Q\n${LABEL_BELOW}`],
    [
      "boxes for letters beside it",
      `${FORM}${ASKED}${Array.from({ length: 8 }, (_, i) => `q 0.7 w ${300 + 14 * i} 430 14 16 re S Q\n`).join("")}`,
    ],
    ["a typed name and no more", `${FORM}${ASKED}${textAt(60, 424, "Ann Bee")}`],
    [
      "a sentence about signing",
      `${FORM}${textAt(60, 400, "Please sign this form and return it to the office before the end of the month, thank you.")}`,
    ],
    ["strokes elsewhere on the page", FORM + ASKED + strokes(60, 740)],
    ["no word about signing", FORM],
  ])("with %s is not signed", async (_, page) => {
    expect(await signed(makePdf({ pages: [page] }))).toBeNull();
  });

  test.each([
    ["strokes on the blanks", { pages: [FORM + ASKED + strokes(130, SIGNED_Y)] }],
    ["strokes above the line", { pages: [FORM + LABEL_BELOW + strokes(80, 420)] }],
    [
      "a mark by a reader's pen",
      {
        pages: [FORM + ASKED],
        pageEntries: "/Annots [100 0 R]",
        objects: ["<< /Type /Annot /Subtype /Ink /Rect [130 425 250 460] /InkList [[130 430 180 455 250 440]] /F 4 >>"],
      },
    ],
    [
      "a stamp",
      {
        pages: [FORM + ASKED],
        pageEntries: "/Annots [100 0 R]",
        objects: ["<< /Type /Annot /Subtype /Stamp /Rect [130 425 250 460] /F 4 >>"],
      },
    ],
    [
      "a signature field that has a value",
      signatureField("/V << /Type /Sig /Filter /Adobe.PPKLite /Contents <00> /ByteRange [0 1 2 3] >>"),
    ],
    ["a signature in letters", { pages: [`${FORM}${ASKED}${textAt(130, 398, "/s/ Annabel Beekeeper")}`] }],
  ])("with %s is signed, and the evidence says where", async (_, parts) => {
    const { data, fields } = await extract(makePdf(parts), "signature");
    expect(data).toEqual({ signature: true });
    const [left = 1, top = 1, right = 0, bottom = 0] = fields["/signature"]?.evidence[0]?.bbox ?? [];
    // Around the strokes: from x 130 to 200, about 410 from the top.
    expect([left * 595 < 140, right * 595 > 195, top * 842 < 425, bottom * 842 > 405]).toEqual([true, true, true, true]);
    expect(fields["/signature"]?.evidence[0]?.text).toMatch(/signature|\/s\//i);
  });

  test("with an empty signature field is not signed", async () => {
    expect(await signed(makePdf(signatureField("")))).toBeNull();
  });

  test("tells who of several signed", async () => {
    const page = `${FORM}${textAt(60, 400, `Signature of applicant: ${BLANKS}`)}${textAt(60, 480, `Signature of witness: ${BLANKS}`)}${strokes(220, SIGNED_Y)}`;
    const { data } = await extract(makePdf({ pages: [page] }), "applicant_signature", "witness_signature");
    expect(data).toEqual({ applicant_signature: true, witness_signature: null });
  });

  test.each([
    ["blanks", ASKED, null],
    ["strokes", ASKED + strokes(130, SIGNED_Y), true],
  ])("whether it is signed can be asked as a yes or no: %s", async (_, page, value) => {
    const { data } = await extractFields(makePdf({ pages: [FORM + page] }), [{ name: "is_signed", type: "boolean" }]);
    expect(data).toEqual({ is_signed: value });
  });

  test("has no ink where nobody is asked to sign", async () => {
    const { document } = await extract(makePdf({ pages: [FORM + strokes(130, SIGNED_Y)] }), "signature");
    expect(document.pages[0]?.ink).toBeUndefined();
  });

  test.each<[string, Field, boolean]>([
    ["a signature", { name: "applicant", type: "signature" }, true],
    ["whether it is signed", { name: "is_signed", type: "boolean" }, true],
    ["a yes or no described so", { name: "complete", type: "boolean", description: "Whether the applicant signed" }, true],
    [
      "a yes or no in an object for signatures",
      { name: "signatures", type: "object", fields: [{ name: "witness", type: "boolean" }] },
      true,
    ],
    ["who signed", { name: "signed_by", type: "string" }, false],
    ["another yes or no", { name: "smokes", type: "boolean" }, false],
  ])("is searched for ink only where a schema asks for %s", async (_, field, searched) => {
    const { document } = await extractFields(makePdf({ pages: [FORM + ASKED + strokes(130, SIGNED_Y)] }), [field]);
    expect(document.pages[0]?.ink !== undefined).toBe(searched);
  });
});

describe("a scan", () => {
  const paper = (more: string, turn = 0) =>
    pngOf(
      `<svg xmlns="http://www.w3.org/2000/svg" width="1240" height="1000"><rect width="100%" height="100%" fill="#f6f4ee"/><g transform="rotate(${turn} 620 500)" font-family="Helvetica, Arial, sans-serif" font-size="26" fill="#222"><text x="120" y="120" font-size="36">Application for membership</text><text x="120" y="220">Name of the applicant: Ann Bee</text><text x="120" y="280">Do you smoke? No</text><text x="120" y="340">Place and country of birth: Example Town</text><text x="120" y="610">Signature of applicant</text><line x1="120" y1="580" x2="620" y2="580" stroke="#222" stroke-width="2"/><text x="720" y="610">Date</text><line x1="720" y1="580" x2="1000" y2="580" stroke="#222" stroke-width="2"/>${more}</g></svg>`,
    );

  test.each([0, 1.2])("turned by %d degrees is not signed by its line", async (turn) => {
    expect(await signed(await paper("", turn))).toBeNull();
  });

  test.each([0, 1.2])("turned by %d degrees is signed by strokes on it", async (turn) => {
    expect(await signed(await paper(svgStrokes(180, 570), turn))).toBe(true);
  });

  test("is not signed by a frame around the place", async () => {
    expect(
      await signed(await paper(`<rect x="110" y="500" width="520" height="130" fill="none" stroke="#222" stroke-width="2"/>`)),
    ).toBeNull();
  });
});
