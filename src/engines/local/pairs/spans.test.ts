import { describe, expect, test } from "vitest";
import { typedDocument } from "#engines/typed-document.ts";
import { sheetsOf } from "#structure/sheet.ts";
import { labelledOn } from "./labelled.ts";
import type { Shape, Span } from "./span.ts";
import { isTornAddress, spansOf } from "./spans.ts";

/** The spans of a shape on a typed page. */
function spans(shape: Shape, text: string): Span[] {
  const [sheet] = sheetsOf(typedDocument(text));
  if (!sheet) throw new Error("no page");
  const { isLabelled } = labelledOn(sheet);
  return sheet.cells.flatMap((cell) => spansOf(cell, shape, { sheet, isLabelled, years: { only: null, written: null } }));
}

const rawsOf = (all: readonly Span[]): string[] => all.map(({ raw }) => raw);

describe("yes and no in one line", () => {
  test("answer where each has a label of its own", () => {
    const page = "Billable        Reverse charge        Days onsite\nNo              Yes                   7.3";
    expect(rawsOf(spans("yes-no", page))).toEqual(["No", "Yes"]);
  });

  test.each(["N\u00ba 12", "Invoice No. 4711", "N. Example", "no later than May", "gas y agua"])(
    "are no words such as those of %s",
    (page) => {
      expect(spans("yes-no", page)).toEqual([]);
    },
  );

  test("are given behind a question or colon", () => {
    expect(rawsOf(spans("yes-no", "Smoker? no children"))).toEqual(["no"]);
    expect(rawsOf(spans("yes-no", "Smoker: No 12.05.2024"))).toEqual(["No"]);
    expect(rawsOf(spans("yes-no", "Smoker: no"))).toEqual(["no"]);
  });

  test("are choices where they stand beside empty boxes", () => {
    expect(spans("yes-no", "Is the goods vehicle insured?        Yes        No")).toEqual([]);
  });
});

test("an address behind its label goes on in the lines below its first words", () => {
  const page = "Deliver to: 73 Quarry Road\n            Ballycreen\n            A18 T741\nCollect from: 188 Station Road";
  const first = spans("words", page).find(({ raw }) => raw === "73 Quarry Road");
  expect(first?.continues).toBe(true);
  expect(rawsOf(spans("block", page))).toContain("73 Quarry Road Ballycreen A18 T741");
});

test("an address whose country stands in its next line is not whole without it", () => {
  const blocks = spans("block", "166 Temple Street\nKollipet 790446\nIndia\nTel. 5550 1234");
  const torn = (raw: string) => blocks.filter((block) => block.raw === raw).map((block) => isTornAddress(block, blocks));
  expect(torn("166 Temple Street Kollipet 790446")).toEqual([true]);
  expect(torn("166 Temple Street Kollipet 790446 India")).toEqual([false]);
});

describe("a value in a line of text", () => {
  test("ends with its sentence, not at a full stop of an abbreviation", () => {
    expect(rawsOf(spans("words", "Your tariff: Fixed Green 24. It ends on 30 April 2028. Questions?"))).toContain("Fixed Green 24");
    expect(rawsOf(spans("words", "Carrier: Example Co. Ltd"))).not.toContain("Example Co");
  });

  test("ends at a sign between two values, where one has figures", () => {
    expect(rawsOf(spans("words", "Born / sex:   07-Mar-1974 / F"))).toEqual(expect.arrayContaining(["07-Mar-1974", "F"]));
    expect(rawsOf(spans("words", "Place of birth / Lieu de naissance"))).not.toContain("Lieu de naissance");
  });

  test("ends before a text in brackets, and at a comma or semicolon outside of them", () => {
    const raws = rawsOf(spans("words", "Allergy: penicillin (rash, 2003) Falls risk"));
    expect(raws).toContain("penicillin");
    expect(raws).not.toContain("penicillin (rash");
    expect(rawsOf(spans("words", "Award: Bachelor of Forestry; first class"))).toContain("Bachelor of Forestry");
    expect(rawsOf(spans("words", "To: Kim Example <kim@example.com>"))).toContain("Kim Example");
  });

  test("may be a day of a range printed in one word", () => {
    expect(rawsOf(spans("date", "Period: 01.09.-30.09.2026"))).toEqual(["01.09.", "30.09.2026"]);
  });
});

describe("a number that is broken at the end of its cell", () => {
  test("goes on in the cell right below", () => {
    const page =
      "Invoice            Reference            Sold by\n1                  5265877635-2025-     Example Ltd\n                   0A0D-C2";
    expect(rawsOf(spans("words", page))).toContain("5265877635-2025-0A0D-C2");
    expect(rawsOf(spans("id", page))).toContain("5265877635-2025-0A0D-C2");
  });

  test("does not go on with words, nor under another column", () => {
    expect(rawsOf(spans("words", "AB-12-\nsee the note below"))).toContain("AB-12-");
    expect(rawsOf(spans("words", "Reference            Sold by\nAB-12-               Example Ltd\n                     77"))).toContain(
      "AB-12-",
    );
  });
});
