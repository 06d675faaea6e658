import { expect, test } from "vitest";
import type { Word } from "#documents/document.ts";
import { type Row, rowOf } from "#resumes/page/row.ts";
import { stackedPieces } from "./stacked.ts";

const words = (text: string, left: number, top: number, fontSize: number): Word[] =>
  text.split(" ").map((each, i) => ({
    text: each,
    box: { left: left + i * 4 * fontSize, top, right: left + i * 4 * fontSize + 3 * fontSize, bottom: top + fontSize },
    certainty: 1,
    source: "native",
    fontSize,
    bold: false,
  }));
const row = (...cells: Word[][]): Row[] => {
  const made = rowOf(cells, 1, 0, null);
  return made ? [made] : [];
};
const texts = (rows: Row[]) => stackedPieces(rows, 0, 10).map(({ text }) => text);

test("a long name in large type continues below, whatever is beside it", () => {
  const rows = [
    ...row(words("María del Carmen", 48, 40, 24)),
    ...row(words("Núñez de la Fuente", 48, 70, 24), words("Sevilla", 480, 75, 9)),
    ...row(words("Enfermera", 48, 100, 13)),
  ];
  expect(texts(rows)).toEqual(["María del Carmen Núñez de la Fuente"]);
});

test("lines of running text are not a name on two lines", () => {
  const rows = [...row(words("Nurse with nine years of", 48, 40, 10)), ...row(words("experience in a large hospital", 48, 53, 10))];
  expect(texts(rows)).toEqual([]);
});

test("smaller type below, or type far away, is something else", () => {
  expect(texts([...row(words("Ada Brandt", 48, 40, 24)), ...row(words("Senior Engineer", 48, 70, 14))])).toEqual([]);
  expect(texts([...row(words("Ada Brandt", 48, 40, 24)), ...row(words("Leeds", 400, 70, 24))])).toEqual([]);
});
