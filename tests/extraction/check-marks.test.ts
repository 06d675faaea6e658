/** Check boxes answer booleans and options, on scans as in PDFs: with the words they belong to, and their box in the evidence. */
import { describe, expect, test } from "vitest";
import type { Field } from "#contract/schema/field.ts";
import { boxSvg, type DrawnBox, pageSvg, textSvg } from "#documents/testing/draw-form.ts";
import { pngOf } from "#documents/testing/draw-picture.ts";
import { makePdf, textAt } from "#documents/testing/make-pdf.ts";
import { localEngine } from "#engines/local/engine.ts";
import { looksFor } from "#engines/looks-for.ts";
import { extractValues } from "#results/extract.ts";
import { sharedReader } from "../support/reader.ts";

const never = new AbortController().signal;

async function extract(file: Buffer, ...fields: Field[]) {
  const schema = { fields };
  const document = await sharedReader().read(file, looksFor(schema), never);
  return { ...(await extractValues(localEngine, { document, schema }, never)).result, document };
}
const dataOf = async (file: Buffer, ...fields: Field[]) => (await extract(file, ...fields)).data;

const box = (left: number, top: number, tick: DrawnBox["tick"]) => boxSvg({ left, top, sidePt: 10, shape: "square", linePt: 0.8, tick });
const INSURED: Field = { name: "is_insured", type: "boolean", description: "Is the building insured?" };
const ROOF: Field = { name: "roof", type: "enum", enum: ["Tiles", "Slate", "Thatch"] };
const DAMAGE: Field = { name: "damage", type: "multi_enum", enum: ["Fire", "Water", "Storm"] };
const CALL: Field = { name: "call_back", type: "boolean", description: "Whether the customer asks to be called" };
const FIELDS = [INSURED, ROOF, DAMAGE, CALL];

const scan = (insured: boolean) =>
  pngOf(
    pageSvg(
      textSvg(60, 60, "Report of damage to a building", 16) +
        textSvg(60, 119, "Is the building insured?", 11) +
        box(260, 110, insured ? "check" : null) +
        textSvg(276, 119, "Yes", 11) +
        box(330, 110, insured ? null : "cross") +
        textSvg(346, 119, "No", 11) +
        textSvg(60, 159, "Roof", 11) +
        ["Tiles", "Slate", "Thatch"]
          .map((text, i) => box(160 + 90 * i, 150, i === 1 ? "scribble" : null) + textSvg(176 + 90 * i, 159, text, 11))
          .join("") +
        textSvg(60, 199, "Damage by (tick all)", 11) +
        ["Fire", "Water", "Storm"]
          .map((text, i) => box(60, 210 + 20 * i, i === 0 ? null : "check") + textSvg(80, 219 + 20 * i, text, 11))
          .join("") +
        box(60, 300, null) +
        textSvg(80, 309, "Please call me back about this report.", 11),
    ),
    { density: 150 },
  );

describe("on a scan", () => {
  test("a pair, options, several options and a single box are read", async () => {
    expect(await dataOf(await scan(true), ...FIELDS)).toEqual({
      is_insured: true,
      roof: "Slate",
      damage: ["Water", "Storm"],
      call_back: false,
    });
    expect(await dataOf(await scan(false), INSURED)).toEqual({ is_insured: false });
    // As JSON Schema writes options.
    expect(await dataOf(await scan(false), { ...ROOF, type: "string" })).toEqual({ roof: "Slate" });
  });

  test("the evidence is the words of the box, and its frame encloses both", async () => {
    const { fields, document } = await extract(await scan(false), INSURED);
    const { status, evidence } = fields["/is_insured"] ?? {};
    expect(status).toBe("found");
    const [left = 1, , right = 0] = evidence?.[0]?.bbox ?? [];
    const width = document.pages[0]?.width ?? 1;
    expect(evidence?.[0]?.text).toBe("No");
    expect(left * width).toBeLessThan((331 * 150) / 72);
    expect(right * width).toBeGreaterThan((350 * 150) / 72);
  });

  test("boxes are looked for only where the schema asks for what people tick", async () => {
    const { document } = await extract(await scan(true), { name: "title", type: "string" });
    expect(document.pages[0]?.marks).toBeUndefined();
  });
});

test("a large tick beside the word signature is none, strokes are", async () => {
  const asked =
    textSvg(60, 400, "Signature of the owner", 11) + boxSvg({ left: 200, top: 386, sidePt: 16, shape: "square", linePt: 1, tick: "check" });
  const strokes = `<path d="M 250 400 c 14 -52 34 -46 26 -4 c 12 -34 32 -28 26 2 c 20 -28 36 -22 38 -2 c 26 -34 54 18 90 -10" fill="none" stroke="#1c2a6b" stroke-width="1.6"/>`;
  const page = (more: string) => pngOf(pageSvg(textSvg(60, 60, "Report of damage to a building", 16) + asked + more), { density: 150 });
  const field: Field = { name: "signature", type: "signature" };
  expect(await dataOf(await page(""), field)).toEqual({ signature: null });
  expect(await dataOf(await page(strokes), field)).toEqual({ signature: true });
});

/** A square of 10 points, its upper left corner at the place from the top of an A4 page. */
const square = (x: number, top: number) => `q 0.8 w ${x} ${842 - top - 10} 10 10 re S Q\n`;
const question = textAt(60, 100, "Is the building insured?");

describe("in a PDF", () => {
  test.each([
    ["lines", `q 1 w ${322} 734 m 328 740 l 322 740 m 328 734 l S Q\n`],
    ["a letter", textAt(321.5, 100.5, "X", { size: 10 })],
  ])("a drawn box that is ticked with %s is read", async (_, tick) => {
    const page = question + square(260, 100) + textAt(276, 99, "Yes") + square(320, 100) + textAt(336, 99, "No") + tick;
    expect(await dataOf(makePdf({ pages: [page] }), INSURED)).toEqual({ is_insured: false });
  });

  test("two empty boxes, or two ticked ones, are no answer", async () => {
    const empty = question + square(260, 100) + textAt(276, 99, "Yes") + square(320, 100) + textAt(336, 99, "No");
    const both = empty + textAt(261.5, 100.5, "X", { size: 10 }) + textAt(321.5, 100.5, "X", { size: 10 });
    for (const page of [empty, both]) expect(await dataOf(makePdf({ pages: [page] }), INSURED)).toEqual({ is_insured: null });
  });

  test("a cross in a column of a table is read by the head of the column", async () => {
    const page =
      textAt(300, 80, "YES") +
      textAt(350, 80, "NO") +
      textAt(60, 100, "Flood cover") +
      textAt(356, 100, "X") +
      textAt(60, 120, "Theft cover") +
      textAt(306, 120, "X");
    const fields: Field[] = [
      { name: "flood", type: "boolean" },
      { name: "theft", type: "boolean" },
    ];
    expect(await dataOf(makePdf({ pages: [page] }), ...fields)).toEqual({ flood: false, theft: true });
  });

  test("a check box of a fillable form is read like a drawn one", async () => {
    const pdf = makePdf({
      pages: [textAt(80, 100, "Please call me back")],
      pageEntries: "/Annots [100 0 R]",
      catalog: "/AcroForm << /Fields [100 0 R] >>",
      objects: [
        `<< /Type /Annot /Subtype /Widget /FT /Btn /T (c) /V /Yes /AS /Yes /Rect [60 ${842 - 111} 71 ${842 - 100}] /F 4 /AP << /N << /Yes 101 0 R /Off 101 0 R >> >> >>`,
        "<< /Type /XObject /Subtype /Form /BBox [0 0 11 11] /Length 0 >>\nstream\n\nendstream",
      ],
    });
    expect(await dataOf(pdf, CALL)).toEqual({ call_back: true });
  });
});
