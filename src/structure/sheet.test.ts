import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { typedDocument } from "#engines/typed-document.ts";
import { sheetsOf } from "./sheet.ts";

const textsOf = (...lines: string[]): string[][] =>
  sheetsOf(typedDocument(lines.join("\n"))).flatMap((sheet) => sheet.lines.map((line) => line.map(({ text }) => text)));

describe("dots that lead to a value", () => {
  test.each([
    "Total payments  .  .  .  .  .  1,111.00",
    "Total payments . . . . . 1,111.00",
    "Total payments ............ 1,111.00",
    "Total payments  .......  1,111.00",
    "Total payments  …  1,111.00",
  ])("are no text of their own: %s", (line) => {
    expect(textsOf(line)).toEqual([["Total payments", "1,111.00"]]);
  });

  test("leave a full stop and an abbreviation where they are", () => {
    expect(textsOf("See box 4 . It is empty.")).toEqual([["See box 4 . It is empty."]]);
  });
});

describe("a value right behind its label's colon", () => {
  test.each([
    ["Bon-Nr.:933", "Bon-Nr.: 933"],
    ["Numer KSEF:5265877635-20250808", "Numer KSEF: 5265877635-20250808"],
    ["E-mail:kim@example.com", "E-mail: kim@example.com"],
  ])("is a word of its own: %s", (printed, read) => {
    expect(textsOf(printed)).toEqual([[read]]);
  });

  test.each(["https://example.com/a:b", "17:25", "urn:isbn:0451450523", "1:100", "Total:"])("%s stays one word", (printed) => {
    expect(textsOf(printed)).toEqual([[printed]]);
  });

  test("no letter is lost or added, whatever stands around the colon", () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[A-Za-z0-9.:/#-]{1,20}$/), (word) => {
        const read = textsOf(`Code ${word}`).flat().join("").replaceAll(" ", "");
        const isLeader = /^[.]{3,}$/.test(word);
        expect(read).toBe(isLeader ? "Code" : `Code${word}`);
      }),
    );
  });
});

describe("a number that is printed in parts", () => {
  test("a figure in each box of a comb is one number", () => {
    expect(textsOf("EIN   9  9  -  9  9  9  9  9  9  9")).toEqual([["EIN", "99-9999999"]]);
  });

  test("groups with a sign between them are one number", () => {
    expect(textsOf("EIN   99  -  9999999")).toEqual([["EIN", "99-9999999"]]);
  });

  test.each(["No.   1  2  3  4  5", "Goals   3        1        4        1        5", "Sum   120              -              340"])(
    "columns stay apart: %s",
    (line) => {
      expect(textsOf(line)).toEqual([line.split(/\s{2,}/)]);
    },
  );
});
