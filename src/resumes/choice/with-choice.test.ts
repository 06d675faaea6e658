/** What learned trees add to the rules: jobs that stand where rules look for none, and nothing that the page does not say. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { typedDocument } from "#engines/typed-document.ts";
import { readResume } from "#resumes/read-resume.ts";

const read = (text: string) => readResume(typedDocument(`Ann Example\nann@example.com\n\nWORK EXPERIENCE\n${text}`));
const jobs = (text: string) => (read(text).resume.work ?? []).map(({ name, position }) => [name, position]);

describe("work histories as texts of PDFs have them", () => {
  test("an employer whose city is also a region is no place", () => {
    expect(jobs("Data Engineer\nGlobex Technologies, San Jose\nApril 2013 - Present\n- Wrote pipelines")).toEqual([
      ["Globex Technologies", "Data Engineer"],
    ]);
  });

  test.each(["Vice President of International Sales", "Manager of Planning and Analysis"])("%s is one title", (title) => {
    expect(jobs(`${title}\nGlobex Ltd, Leeds\n2011 - 2013\n- Led 60 people`)).toEqual([["Globex Ltd", title]]);
  });

  test("a city that ends like an employer stays a place", () => {
    const { work } = read("Data Engineer\nGlobex Ltd\nSalt Lake City, Utah\n2013 - 2019\n- Wrote pipelines").resume;
    expect(work).toMatchObject([{ name: "Globex Ltd", position: "Data Engineer", location: "Salt Lake City, Utah" }]);
  });

  test("an employer in capitals that ends in a dash begins no section", () => {
    const job = (name: string, title: string, years: string) => `${title}\n${name} -\n${years}\n- Wrote reports\n`;
    const text = [job("GLOBEX", "Data Engineer", "2016 to 2018"), job("INITECH", "Data Analyst", "2011 to 2016")].join("");
    expect(jobs(text)).toEqual([
      ["GLOBEX", "Data Engineer"],
      ["INITECH", "Data Analyst"],
    ]);
  });
});

describe("jobs that the rules take for text", () => {
  test("a job without dates below one with dates is a job of its own, with its own statements", () => {
    const text = "Data Engineer\nGlobex Ltd\nJan 2019 - Present\n- Wrote pipelines\nTest Lead\nInitech Systems\n- Tested the releases";
    expect(read(text).resume.work).toMatchObject([
      { name: "Globex Ltd", position: "Data Engineer", startDate: "2019-01", highlights: ["Wrote pipelines"] },
      { name: "Initech Systems", position: "Test Lead", highlights: ["Tested the releases"] },
    ]);
  });

  test("an employer below a later title is the employer of that one", () => {
    const text =
      "Chief Business Officer, 2005 to 2012\nReporting to the president, directed finance and accounting.\nController\nGlobex Ltd\nPrepared the budgets.";
    expect(jobs(text)).toEqual([
      [undefined, "Chief Business Officer"],
      ["Globex Ltd", "Controller"],
    ]);
  });

  test("what the rules take for an employer in another script is no title", () => {
    const text = "김민수\nkim@example.com\n경력\n2019 - 2024 예시회사, 분석가\n- 데이터 분석을 수행";
    expect(readResume(typedDocument(text)).resume.work).toMatchObject([
      { name: "예시회사", position: "분석가", startDate: "2019", endDate: "2024" },
    ]);
  });
});

const TITLES = ["Data Engineer", "Head of Sales", "Electrician", "Bauleiterin", "Directeur commercial", "Owner/Consultant", "Wizard of Oz"];
const NAMES = ["Globex Ltd", "Beispiel GmbH", "Example Hospital, Tampa, FL", "NATIXIS", "Société Exemple", "At Ease", "SQL"];
const TEXTS = [
  "- Served as mentor with Anna",
  "Worked as clerk at Initech from 2003 to 2007.",
  "and 12 others (of 14)",
  "·",
  "Client: Globex / Initech",
];
const lines = fc.array(
  fc.oneof(
    fc.constantFrom(...TITLES, ...NAMES, ...TEXTS),
    fc
      .tuple(fc.constantFrom(...TITLES), fc.constantFrom(", ", " - ", " | ", " at ", "     "), fc.constantFrom(...NAMES))
      .map((all) => all.join("")),
    fc.tuple(fc.integer({ min: 1990, max: 2022 }), fc.nat(5)).map(([from, years]) => `${from} - ${from + years}`),
    fc.string({ maxLength: 30 }).filter((text) => !/[\n\r]/.test(text)),
  ),
  { minLength: 1, maxLength: 24 },
);

test("whatever the rows are, each word of a job stands in one place of the outline, and each value on the page", () => {
  fc.assert(
    fc.property(lines, (rows) => {
      const { outline, resume } = read(rows.join("\n"));
      const page = rows.join(" ").replace(/\s+/g, " ");
      for (const { name, position } of resume.work ?? [])
        for (const value of [name, position]) if (value !== undefined) expect(page).toContain(value);
      for (const section of outline.sections) {
        // A word may be cut at a mark within it: `Owner/Consultant`.
        const own = section.entries.flatMap(({ body }) =>
          body.flatMap(({ words }) => words.filter(({ text }) => !/[|/:;,–—-]/.test(text))),
        );
        expect(new Set(own).size).toBe(own.length);
      }
    }),
    { numRuns: 150 },
  );
});

test("the same text gives the same jobs", () => {
  const text = "Globex Ltd\nData Engineer\n2016 - 2018\nInitech\nOwner/Consultant\n2011 - 2016";
  expect(jobs(text)).toEqual(jobs(text));
});
