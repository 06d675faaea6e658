import { expect, test } from "vitest";
import { typedDocument } from "#engines/typed-document.ts";
import { sheetsOf } from "#structure/sheet.ts";
import { proseOn } from "./prose.ts";

const LETTER = [
  "This Licence begins on the first day of June and is granted for five",
  "years. The Licensee, who has read it, pays the fee within fourteen days.",
  "",
  "Fee due",
  "412.00",
];

function proseOf(lines: readonly string[]) {
  const [sheet] = sheetsOf(typedDocument(lines.join("\n")));
  if (!sheet) throw new Error("no page");
  const cellOf = (word: string) => {
    const cell = sheet.cells.find(({ text }) => text.includes(word));
    if (!cell) throw new Error(`no ${word}`);
    return { cell, at: cell.words.findIndex(({ text }) => text.includes(word)) };
  };
  return { prose: proseOn(sheet), cellOf };
}

test("a line of running text goes on in the line below, a label does not", () => {
  const { prose, cellOf } = proseOf(LETTER);
  expect(prose.next(cellOf("Licence").cell)?.text).toContain("years.");
  expect(prose.next(cellOf("Licensee").cell)).toBeNull();
  expect(prose.next(cellOf("Fee").cell)).toBeNull();
});

test("a sentence that began in the line above leads to the first words of the next one", () => {
  const { prose, cellOf } = proseOf(LETTER);
  const lead = prose.lead(cellOf("years.").cell).map(({ text }) => text);
  expect(lead.join(" ")).toBe("day of June and is granted for five");
  expect(prose.lead(cellOf("Licence").cell)).toEqual([]);
});

test("each word has its sentence, over the end of a line, and its clause", () => {
  const { prose, cellOf } = proseOf(LETTER);
  const [years, fourteen] = [cellOf("years."), cellOf("fourteen")];
  expect(prose.sentenceAt(years.cell, years.at)?.id).toMatch(/^this licence begins .* for five years$/);
  const own = prose.sentenceAt(fourteen.cell, fourteen.at);
  expect(own?.id).toMatch(/^the licensee who .* fourteen days$/);
  expect(own?.parts.map(({ id }) => id)).toEqual(["pays the fee within fourteen days"]);
  expect(prose.clauseAt(fourteen.cell, fourteen.at).map(({ text }) => text)).toEqual("pays the fee within fourteen days.".split(" "));
});

test("labels and values have no sentence", () => {
  const { prose, cellOf } = proseOf(LETTER);
  expect(prose.sentenceAt(cellOf("412.00").cell, 0)).toBeNull();
  expect(prose.lines().map(({ text }) => text)).not.toContain("412.00");
});
