import { expect, test } from "vitest";
import { wantedBy } from "#engines/local/leaves.ts";
import { typedDocument } from "#engines/typed-document.ts";
import { asAsked } from "#engines/values/asked-form.ts";
import { sheetsOf } from "#structure/sheet.ts";
import { partAsked } from "./full-names.ts";
import { titledPart } from "./name-parts.ts";

/** For each run of words of the line, what it is to a field of that name; runs that are neither are left out. */
function parts(line: string, name: string): Record<string, number> {
  const { leaves } = wantedBy(asAsked({ fields: [{ name, type: "string" }] }));
  const [leaf] = leaves;
  const [cell] = sheetsOf(typedDocument(line)).flatMap(({ cells }) => cells);
  if (!leaf || !cell) throw new Error("no field or no words");
  const runs = cell.words.flatMap((_, from) =>
    cell.words.slice(from).map((_, i) => {
      const to = from + i + 1;
      const raw = cell.words
        .slice(from, to)
        .map(({ text }) => text)
        .join(" ");
      return [raw, titledPart({ cell, from, to, raw, box: cell.box, fit: 1, shape: "words", lines: 1 }, partAsked(leaf))] as const;
    }),
  );
  return Object.fromEntries(runs.filter(([, part]) => part !== 0));
}

test("of a name behind a title the words before the last are the first name", () => {
  const found = parts("Mr Kim Anna Example lives here", "first_name");
  expect(found).toMatchObject({ "Kim Anna": 1, Example: -1, "Kim Anna Example": -1 });
});

test("its last word is the last name", () => {
  expect(parts("Mrs Kim Example", "surname")).toMatchObject({ Example: 1, Kim: -1, "Kim Example": -1 });
});

test("it ends at a comma or another title", () => {
  expect(parts("Mr Kim Example, born in Sampletown", "last_name")).toMatchObject({ "Example,": 1, Kim: -1 });
  expect(parts("Mr Kim Example Mrs Anna Sample", "last_name")).toMatchObject({ Example: 1, Sample: 1 });
});

test.each([
  ["Kim Example", "first_name"],
  ["Mr Kim van Example", "last_name"],
  ["Mr Example", "last_name"],
  ["Mr Kim Example", "customer_name"],
])("%s tells nothing of %s", (line, name) => expect(parts(line, name)).toEqual({}));
