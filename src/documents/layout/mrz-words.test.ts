import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Line } from "#documents/document.ts";
import { checkDigit } from "#language/mrz.ts";
import { lineFrom, segmentFrom } from "./assemble.ts";
import { withMrzWords } from "./mrz-words.ts";

function lineOf(text: string): Line {
  const words = text.split(" ").map((each, i) => {
    const box = { left: i * 500, top: 10, right: i * 500 + each.length * 10, bottom: 30 };
    return { text: each, box, certainty: 0.9, source: "ocr" as const, fontSize: 20, bold: false };
  });
  return lineFrom([segmentFrom(words)]);
}
const wordsIn = (text: string): string[] =>
  withMrzWords(lineOf(text)).segments.flatMap((segment) => segment.words.map((word) => word.text));

/** The specimens of ICAO Doc 9303. */
const NAMES = "P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<";
const DATES = "L898902C36UTO7408122F1204159ZE184226B<<<<<10";

describe("a line of the machine-readable zone", () => {
  test("has a word for each field", () => {
    expect(wordsIn(NAMES)).toEqual(["P<", "UTO", "ERIKSSON", "<<", "ANNA<MARIA"]);
    expect(wordsIn(DATES)).toEqual(["L898902C3", "6", "UTO", "740812", "2", "F", "120415", "9", "ZE184226B", "<<<<<10"]);
    expect(wordsIn("7408122F1204159UTO<<<<<<<<<<<6")).toEqual(["740812", "2", "F", "120415", "9", "UTO", "<<<<<<<<<<<6"]);
    expect(wordsIn("I<UTOD231458907<<<<<<<<<<<<<<<")).toEqual(["I<", "UTO", "D23145890", "7", "<<<<<<<<<<<<<<<"]);
  });

  test("letters read for digits, and digits for letters, are repaired where the check digit says so", () => {
    expect(wordsIn("L8989O2C36UT074O8122F12O4159ZE184226B<<<<<10").slice(0, 7)).toEqual([
      "L898902C3",
      "6",
      "UTO",
      "740812",
      "2",
      "F",
      "120415",
    ]);
  });

  test("boxes follow each other within the box of the line", () => {
    const { segments, box } = withMrzWords(lineOf(DATES));
    const words = segments.flatMap((segment) => segment.words);
    for (const [i, word] of words.slice(1).entries()) expect(word.box.left).toBeGreaterThanOrEqual(words[i]?.box.right ?? Infinity);
    expect(words.at(-1)?.box.right).toBeLessThanOrEqual(box.right);
  });

  test("is left as it is when its check digits do not hold", () => {
    expect(wordsIn(DATES.replace("740812", "740813"))).toEqual([DATES.replace("740812", "740813")]);
  });
});

test("other lines stay as they are", () => {
  const letters = fc.string({ unit: fc.constantFrom(..."ABC 123-.,/"), minLength: 1, maxLength: 60 });
  fc.assert(
    fc.property(letters, (text) => {
      expect(wordsIn(text)).toEqual(text.split(" "));
    }),
  );
});

test("check digits follow the weights 7, 3, 1", () => {
  expect(checkDigit("520727")).toBe("3");
  expect(checkDigit("AB2134<<<")).toBe("5");
});
