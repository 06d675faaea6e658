import { describe, expect, test } from "vitest";
import { typedDocument } from "#engines/typed-document.ts";
import { readAsResume } from "#resumes/read-resume.ts";
import { shownWords } from "./shown-words.ts";

const RESUME = [
  "Mia Muster",
  "mia.muster@example.com | +49 30 23125014 | linkedin.com/in/miamuster",
  "Musterstraße 5, 10115 Berlin",
  "",
  "PERSONAL DETAILS",
  "Date of birth: 3 April 1990",
  "Nationality: German",
  "Marital status: married, two children",
  "",
  "EXPERIENCE",
  "Data Engineer, Example Freight, 2019 - 2024",
  "- Wrote 40 pipelines in Python for the parcel teams.",
  "- Mrs Muster kept the PostgreSQL tables of 12 services; she trained 5 people.",
  "",
  "EDUCATION",
  "B.Sc. Computer Science, Example University, 2018",
  "",
  "SKILLS",
  "Python, PostgreSQL, Kafka",
  "",
  "LANGUAGES",
  "German (native), English (C1)",
  "",
  "REFERENCES",
  "Rosa Vorbild, rosa.vorbild@example.com",
].join("\n");

/** The words that are shown in full, and the beginnings of those that are shown in part. */
function shownOf(text: string): string {
  const document = typedDocument(text);
  const reading = readAsResume(document);
  const shown = shownWords(document, reading.outline, reading);
  const words = document.pages.flatMap(({ lines }) => lines.flatMap(({ segments }) => segments.flatMap((segment) => segment.words)));
  return words.flatMap((word) => word.text.slice(0, Math.round(word.text.length * (shown.get(word) ?? 0))) || []).join(" ");
}

describe("a redacted copy", () => {
  const told = shownOf(RESUME);

  test.each([
    ["Mia", "Muster"],
    ["example.com", "23125014", "linkedin"],
    ["Musterstraße", "Berlin"],
    ["1990", "April", "married", "children"],
    ["Mrs", "she"],
    ["University"],
    ["native"],
    ["Rosa", "Vorbild"],
  ])("shows none of %s %s", (...hidden) => {
    for (const each of hidden) expect(told).not.toContain(each);
  });

  test("shows work with its employers and dates, degrees, skills, and other languages", () => {
    for (const each of ["Data Engineer, Example Freight", "2019 - 2024", "Wrote 40 pipelines in Python for the parcel teams.", "Kafka"])
      expect(told).toContain(each);
    for (const each of ["trained 5 people.", "Computer Science", "2018", "English (C1)", "EXPERIENCE"]) expect(told).toContain(each);
  });

  test("shows no school that stands as a heading above what was learned there", () => {
    const text = `${RESUME}\n\nMASSACHUSETTS INSTITUTE OF TECHNOLOGY\n- Built an app in Java for a clinic, July 2012.`;
    const told = shownOf(text);
    for (const each of ["MASSACHUSETTS", "INSTITUTE", "TECHNOLOGY"]) expect(told).not.toContain(each);
    expect(told).toContain("Built an app in Java for a clinic");
  });

  test("shows the same of a woman's and of a man's form of a word", () => {
    const of = (title: string) => shownOf(`EXPERIENCE\n${title}, Beispiel GmbH, 2019 - 2024\n- Arbeitete als ${title} mit Python und SQL.`);
    expect(of("Ingenieurin").replaceAll(",", "")).toBe(of("Ingenieur").replaceAll(",", ""));
  });
});
