import { expect, test } from "vitest";
import type { Word } from "#documents/document.ts";
import { pieceOf } from "#resumes/page/piece.ts";
import { skillItems } from "./skill-items.ts";

function itemsOf(text: string) {
  const box = { left: 0, top: 0, right: 1, bottom: 1 };
  const words = text.split(" ").map((word): Word => ({ text: word, box, certainty: 1, source: "native", fontSize: 10, bold: false }));
  const { label, items } = skillItems(pieceOf(words, 1));
  return { label: label?.text ?? null, items: items.map((item) => item.text) };
}

test.each([
  ["Python, SQL; Airflow", null, ["Python", "SQL", "Airflow"]],
  ["Databases: PostgreSQL, MySQL", "Databases", ["PostgreSQL", "MySQL"]],
  ["Cloud: AWS (EC2, S3), Docker", "Cloud", ["AWS (EC2, S3)", "Docker"]],
  ["APEX. (Less than 1 year), Oracle (5 years)", null, ["APEX", "Oracle"]],
  ["Java • Shell • Python", null, ["Java", "Shell", "Python"]],
  ["Java、Spring、MySQL", null, ["Java", "Spring", "MySQL"]],
])("%s", (text, label, items) => {
  expect(itemsOf(text)).toEqual({ label, items });
});
