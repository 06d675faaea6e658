/** H17: what README and docs/accuracy.md say of accuracy is what was measured, on documents that were not used in development as well. */
import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

type Row = Record<"documents", string> & Record<"right" | "precision" | "absentFilled" | "rightWhenSure" | "calibration", number | null>;

const ROOT = path.resolve(import.meta.dirname, "../..");
const read = (file: string) => readFileSync(path.join(ROOT, file), "utf8");
const { of, rows }: { of: string; rows: Row[] } = JSON.parse(read("bench/accuracy/unseen.json"));
const percent = (share: number | null) => (share === null ? "" : `${share} %`);
const cells = ({ documents, right, precision, absentFilled, rightWhenSure, calibration }: Row) =>
  [documents, percent(right), percent(precision), percent(absentFilled), percent(rightWhenSure), calibration ?? ""].join(" | ");

test("H17: docs/accuracy.md has each row, and of which version", () => {
  const page = read("docs/accuracy.md").replace(/ +\|/g, " |");
  expect(page).toContain(`Version ${of}, without a model.`);
  for (const row of rows) expect(page).toContain(`| ${cells(row)} |`.replace(/ +\|/g, " |"));
});

test("H17: README's row of accuracy tells other documents and kinds never seen beside the development sets", () => {
  const line =
    read("README.md")
      .split("\n")
      .find((each) => each.startsWith("| accuracy on any layout |")) ?? "";
  const [sets, others, unseen] = rows.map(({ right }) => `${Math.round(right ?? 0)} %`);
  expect(line).toContain(
    `${sets} of values on the sets it was developed on, ${others} on other documents of these kinds, ${unseen} on kinds it never saw`,
  );
});
