import { describe, expect, test } from "vitest";
import { typedDocument } from "#engines/typed-document.ts";
import { readResume } from "#resumes/read-resume.ts";

const read = (text: string) => readResume(typedDocument(`Jane Roe\njane.roe@example.com\n\n${text}`));
const jobs = (text: string) =>
  read(text).resume.work?.map(({ name, position, startDate, endDate }) => [name, position, startDate, endDate]);

describe("jobs in the orders people print them", () => {
  const EXPECTED = [
    ["Globex Corporation", "Software Engineer", "2019-01", undefined],
    ["Initech Systems", "Data Analyst", "2015-03", "2018-12"],
  ];

  test.each([
    [
      "title, employer, period",
      "Software Engineer\nGlobex Corporation\nJan 2019 - Present\n• Built it\nData Analyst\nInitech Systems\nMar 2015 - Dec 2018\n• Wrote it",
    ],
    [
      "period, employer, title",
      "01/2019 - present\nGlobex Corporation\nSoftware Engineer\n• Built it\n03/2015 - 12/2018\nInitech Systems\nData Analyst\n• Wrote it",
    ],
    [
      "one row with marks",
      "Globex Corporation | Software Engineer | Jan 2019 - Present\n• Built it\nInitech Systems | Data Analyst | Mar 2015 - Dec 2018\n• Wrote it",
    ],
    [
      "title and employer with a comma",
      "Software Engineer, Globex Corporation\nJan 2019 - Present\n• Built it\nData Analyst, Initech Systems\nMar 2015 - Dec 2018\n• Wrote it",
    ],
    [
      "title at employer",
      "Software Engineer at Globex Corporation, Jan 2019 - Present\n• Built it\nData Analyst at Initech Systems, Mar 2015 - Dec 2018\n• Wrote it",
    ],
    [
      "a period that lost its dash at the end of a line",
      "Software Engineer, Globex Corporation, January 2019\nPresent\n• Built it\nData Analyst, Initech Systems, March 2015\nDecember 2018\n• Wrote it",
    ],
  ])("%s", (_, text) => {
    expect(jobs(`WORK EXPERIENCE\n${text}`)).toEqual(EXPECTED);
  });

  test("in a table with a rail of dates, in German", () => {
    const text = `Berufserfahrung
01/2019 – heute      Softwareentwickler
                     Musterfirma GmbH, Berlin
                     • Entwicklung von Anwendungen
03/2015 – 12/2018    Werkstudent bei Beispiel AG
                     • Tests

Ausbildung
2010 – 2014          Bachelor of Science Informatik
                     Technische Universität Berlin`;
    expect(jobs(text)).toEqual([
      ["Musterfirma GmbH", "Softwareentwickler", "2019-01", undefined],
      ["Beispiel AG", "Werkstudent", "2015-03", "2018-12"],
    ]);
    expect(read(text).resume.education).toEqual([
      { institution: "Technische Universität Berlin", studyType: "Bachelor of Science Informatik", startDate: "2010", endDate: "2014" },
    ]);
  });

  test("an employer printed once above several posts is the employer of each", () => {
    const text = `WORK EXPERIENCE
EXAMPLE CORPORATION, Denver, CO    2016 - Present
Senior Project Manager (2019 - Present)
• Managed a portfolio
Project Manager (2016 - 2019)
• Ran the migration`;
    expect(jobs(text)).toEqual([
      ["EXAMPLE CORPORATION", "Senior Project Manager", "2019", undefined],
      ["EXAMPLE CORPORATION", "Project Manager", "2016", "2019"],
    ]);
  });

  test("a run of jobs under an unknown heading is still work", () => {
    const text = `Skills and Expertise
Negotiation
Wine and Spirits
Example Tequila, Venice Beach, CA
2010 - 2014
Sales Manager
• Opened the market
Sample Wines, Cerritos, CA
2003 - 2007
Sales Representative
• Sold wine`;
    expect(jobs(text)?.map(([name, position]) => [name, position])).toEqual([
      ["Example Tequila", "Sales Manager"],
      ["Sample Wines", "Sales Representative"],
    ]);
  });
});

test("the number and address of an employer are not the applicant's", () => {
  const text = "WORK EXPERIENCE\nNurse, Example Hospital\n2015 - 2018\nSupervisor: Bob Jones, (407) 555-0100, bjones@hospital.example";
  const { basics } = read(text).resume;
  expect(basics).toMatchObject({ email: "jane.roe@example.com" });
  expect(basics?.phone).toBeUndefined();
});

test("spoken languages among the skills are languages, programming languages are skills", () => {
  const { resume } = read(
    "SKILLS\nProgramming: Java, SQL\nSprachen: Deutsch (Muttersprache), Englisch (fließend)\n\nEDUCATION\nB.Sc. in Physics, Example University, 2015",
  );
  expect(resume.languages).toEqual([
    { language: "Deutsch", fluency: "Muttersprache" },
    { language: "Englisch", fluency: "fließend" },
  ]);
  expect(resume.skills).toEqual([{ name: "Programming", keywords: ["Java", "SQL"] }]);
});

test("each word of the page is in one statement at most, and none is lost", () => {
  const text =
    "Jane Roe\njane@example.com\n\nWORK EXPERIENCE\nSoftware Engineer, Globex Corporation\n2019 - 2022\n• Built the platform\n\nSKILLS\nPython, SQL";
  const { outline } = readResume(typedDocument(text));
  const statements = outline.sections.flatMap(({ heading, entries, statements }) => [
    ...(heading ? [heading] : []),
    ...statements,
    ...entries.flatMap(({ title, organisation, place, body }) => [title, organisation, place, ...body].filter((part) => part !== null)),
  ]);
  const words = statements.flatMap((statement) => statement.text.match(/[\p{L}\p{N}@.]+/gu) ?? []).sort();
  expect(words).toEqual((text.replace("2019 - 2022", "").match(/[\p{L}\p{N}@.]+/gu) ?? []).sort());
});
