/** The heads of jobs as other people print them: each kind with invented people and firms. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { typedDocument } from "#engines/typed-document.ts";
import { readResume } from "#resumes/read-resume.ts";

const read = (text: string) => readResume(typedDocument(`Jane Roe\njane.roe@example.com\n\n${text}`)).resume;
const jobs = (text: string) => read(`WORK EXPERIENCE\n${text}`).work?.map(({ name, position }) => [name, position]);
const dated = (text: string) =>
  read(`WORK EXPERIENCE\n${text}`).work?.map(({ name, position, startDate, endDate }) => [name, position, startDate, endDate]);

describe("a section's layout", () => {
  test("start above end, then title and employer, and text without a gap below", () => {
    const text = `September 2013
present
Support Engineer
Nofabrik AS
Responsible for the tickets of the clients and for the new version of the intranet that they use.
June 2009
August 2013
System Administrator
Fjordnett AS
Kept the servers of the office running and answered the questions of the people who work there.
May 2005
May 2009
Research Assistant
Skogheim Laboratories
Developed a prototype of a sensor that measures the water in the ground and sends it by radio.`;
    expect(jobs(text)).toEqual([
      ["Nofabrik AS", "Support Engineer"],
      ["Fjordnett AS", "System Administrator"],
      ["Skogheim Laboratories", "Research Assistant"],
    ]);
  });

  test("a short last line of a paragraph above a job is not its employer", () => {
    const text = `Globex Ltd, London
Data Analyst, Jan 2019 - Present
Wrote the weekly report
Initech Systems, Leeds
Office Manager, Mar 2015 - Dec 2018
Ordered what was missing`;
    expect(jobs(text)).toEqual([
      ["Globex Ltd", "Data Analyst"],
      ["Initech Systems", "Office Manager"],
    ]);
  });

  test("the title below what the employer does", () => {
    const text = `LEANDRO CORPORATION, Boston, MA
2000 to Present
World leader in instruments that serve the energy and the food industries.
Vice President of Sales
Oversee 60 representatives.
HERNANDO & ASSOCIATES, Hopkinton, MA
1990 to 2000
Maker of filters for water, sold in 12 countries of the world.
Chief Executive Officer
Started up the company.`;
    expect(jobs(text)).toEqual([
      ["LEANDRO CORPORATION", "Vice President of Sales"],
      ["HERNANDO & ASSOCIATES", "Chief Executive Officer"],
    ]);
  });

  test("several titles below one employer: it is the employer of each, when they follow one another", () => {
    const text = `Globex Ltd
Senior Data Engineer, Jan 2019 - Present
- Leads the team
Data Engineer, Mar 2016 - Jan 2019
- Wrote pipelines
Initech Systems
Data Analyst, Jan 2013 - Feb 2016
- Wrote reports`;
    expect(dated(text)).toEqual([
      ["Globex Ltd", "Senior Data Engineer", "2019-01", undefined],
      ["Globex Ltd", "Data Engineer", "2016-03", "2019-01"],
      ["Initech Systems", "Data Analyst", "2013-01", "2016-02"],
    ]);
  });

  test("a link below or beside the employer is no part of it", () => {
    const text = `Globex Ltd
https://globex.example.com
2019 - 2023
Data Engineer
- Wrote pipelines
Initech Systems
2015 - 2019
Data Analyst https://initech.example.com (https://initech.example.com)
- Wrote reports`;
    expect(jobs(text)).toEqual([
      ["Globex Ltd", "Data Engineer"],
      ["Initech Systems", "Data Analyst"],
    ]);
  });

  test("early jobs in a list without dates", () => {
    const text = `Globex Ltd, Data Engineer, 2010 - 2020
- Wrote pipelines
ARLINGO CORPORATION, Product Specialist
BRASILO LTD., Engineer`;
    expect(jobs(text)).toEqual([
      ["Globex Ltd", "Data Engineer"],
      ["ARLINGO CORPORATION", "Product Specialist"],
      ["BRASILO LTD.", "Engineer"],
    ]);
  });
});

describe("labelled facts", () => {
  test.each([
    [
      "in English",
      "Designation: Advertising Executive\nOrganization: Violetta Advertisers, Phoenix, AZ\nDuration: May 2010 - till date\nPlans the campaigns of the shop.",
      ["Violetta Advertisers", "Advertising Executive", "2010-05", undefined],
    ],
    [
      "with the dates first",
      "Since: October 1st 2012 Until: August 31st 2014\nCompany: Grupo Ejemplo S.A.\nPosition held: Legal Director",
      ["Grupo Ejemplo S.A.", "Legal Director", "2012-10", "2014-08"],
    ],
    [
      "in German",
      "Zeitraum: 03/2015 - 12/2018\nArbeitgeber: Beispiel GmbH\nPosition: Sachbearbeiterin\nAufgaben: Rechnungen prüfen",
      ["Beispiel GmbH", "Sachbearbeiterin", "2015-03", "2018-12"],
    ],
    [
      "in Spanish",
      "Empresa: Ejemplo S.L.\nCargo: Contador\nPeriodo: 2010 - 2014\nFunciones: llevar las cuentas",
      ["Ejemplo S.L.", "Contador", "2010", "2014"],
    ],
    [
      "on one row",
      "Company: Example Ltd, Designation: Data Analyst, Duration: 2010 - 2014",
      ["Example Ltd", "Data Analyst", "2010", "2014"],
    ],
    ["without dates", "Company: Example Ltd\nDesignation: Data Analyst", ["Example Ltd", "Data Analyst", undefined, undefined]],
  ])("%s", (_, text, job) => {
    expect(dated(text)).toEqual([job]);
  });

  test("a client, a team and a duration within a job are no jobs, and no label is a value", () => {
    const text = `Lead Engineer - Globex Ltd
January 2014 to June 2015
Client: Oil firm from Norway
DURATION Jan 2014 to Jun 2015
TEAM SIZE 20
Responsibilities:
- Automated the tests`;
    expect(jobs(text)).toEqual([["Globex Ltd", "Lead Engineer"]]);
  });
});

describe("jobs told in a sentence", () => {
  test.each([
    ["Worked as a Lecturer at Example College, Pune from June 2003 to July 2007.", ["Example College", "Lecturer", "2003-06", "2007-07"]],
    ["Currently working as Data Analyst with Globex Ltd since March 2019.", ["Globex Ltd", "Data Analyst", "2019-03", undefined]],
    ["Gearbeitet als Elektriker bei Beispiel GmbH von 2010 bis 2014.", ["Beispiel GmbH", "Elektriker", "2010", "2014"]],
  ])("%s", (sentence, job) => {
    expect(dated(sentence)).toEqual([job]);
  });

  test("what a sentence tells below a job is no second one", () => {
    const text = "Data Engineer, Globex Ltd, 2019 - 2023\n- Served as mentor with Anna Example for the new people";
    expect(jobs(text)).toEqual([["Globex Ltd", "Data Engineer"]]);
  });
});

describe("what is no employer and no title", () => {
  test("a place, a season, a part of a sentence", () => {
    expect(jobs("Boston, MA\nMay 2007\nData Engineer, Globex Ltd, Summers 2009 - 2011\n- Wrote pipelines")).toEqual([
      ["Globex Ltd", "Data Engineer"],
    ]);
  });

  test("a noun that any employer may have, without a name", () => {
    expect(jobs("University\nData Engineer, Jan 2019 - Jan 2022\n- Wrote pipelines")).toEqual([[undefined, "Data Engineer"]]);
  });

  test("a city and the code of its country are a place", () => {
    expect(read("WORK EXPERIENCE\nTaskfabrik     Bangkok, TH\nFrontend Architect     Jun 2015 - Present\n- Built it").work).toMatchObject([
      { name: "Taskfabrik", position: "Frontend Architect", location: "Bangkok, TH" },
    ]);
  });

  test("an employer whose name has a profession in it", () => {
    expect(jobs("DevOps Engineer, Engineer's Cradle, Jan 2021 - Jan 2022\n- Ran it")).toEqual([["Engineer's Cradle", "DevOps Engineer"]]);
  });
});

test("highlights above each list of tools are labels, not a section that ends the jobs", () => {
  const job = (name: string, title: string, period: string) => `${name}\n${title}\n${period}\n- Wrote it\nHighlights\nReact, Redux`;
  const text = `${job("Globex Ltd", "Data Engineer", "2019 - 2023")}\n${job("Initech Systems", "Data Analyst", "2015 - 2019")}`;
  expect(jobs(text)).toEqual([
    ["Globex Ltd", "Data Engineer"],
    ["Initech Systems", "Data Analyst"],
  ]);
});

test("in any order of the three rows, the same for all jobs, title and employer are told apart", () => {
  const titles = fc.constantFrom("Data Engineer", "Office Manager", "Head of Sales", "Electrician");
  const names = fc.constantFrom("Globex Ltd", "Beispiel GmbH", "Northwind Traders Inc.", "Example Hospital");
  const order = fc.shuffledSubarray([0, 1, 2], { minLength: 3, maxLength: 3 });
  const property = fc.property(fc.array(fc.tuple(titles, names), { minLength: 2, maxLength: 4 }), order, (entries, rows) => {
    const texts = entries.map(([title, name], i) => {
      const parts = [title, name, `${2020 - 2 * i} - ${2021 - 2 * i}`];
      return [...rows.map((row) => parts[row]), "- Wrote the reports of the week", "- Answered the questions of the clients"].join("\n");
    });
    expect(jobs(texts.join("\n"))).toEqual(entries.map(([title, name]) => [name, title]));
  });
  fc.assert(property, { numRuns: 40 });
});
