/** The sample applications and their job ad, read and scored in this process. */
import { beforeAll, expect, test } from "vitest";
import type { Document } from "#documents/document.ts";
import { analyseJob } from "#job-ads/analyse-job.ts";
import { scorableOf, scored } from "#recruiting/scorable.ts";
import { readResume } from "#resumes/read-resume.ts";
import { readResumeFile } from "#resumes/resume-file.ts";
import { sharedReader } from "../tests/support/reader.ts";
import { JOB_AD, RESUMES, readSample } from "./list.ts";
import { oneColumn } from "./make/resumes/one-column.ts";
import { AIKO, LENA, SAMUEL, TOMAS } from "./make/resumes/people.ts";
import { sidebar } from "./make/resumes/sidebar.ts";
import { word } from "./make/resumes/word.ts";

/** January 2026, in months since year 0. */
const MONTH = 2026 * 12;

const { signal } = new AbortController();
let documents: Document[];
beforeAll(async () => {
  documents = [];
  for (const sample of RESUMES) documents.push(await readResumeFile(sharedReader(), await readSample(sample), signal));
}, 60_000);

test.each(RESUMES.map((sample, i) => ({ ...sample, i })))("$file: name, e-mail and phone are read", ({ i, name, email, phone }) => {
  const document = documents[i];
  const basics = document && readResume(document).resume.basics;
  expect(basics).toMatchObject({ name, email });
  expect(basics?.phone?.replace(/\D/g, "")).toBe(phone.replace(/\D/g, ""));
});

test("the ad's skills rank the people by their fit", async () => {
  const { name, required_skills } = analyseJob((await readSample({ file: JOB_AD })).toString("utf8"));
  expect(name).toBe("Logistics Data Analyst");
  const scores = documents.map(
    (document) => scored(scorableOf(document), { jobText: "", month: MONTH, skills: required_skills }).overallScore,
  );
  expect(scores).toEqual([...scores].sort((a, b) => b - a));
  expect(new Set(scores).size).toBe(scores.length);
});

test.each([LENA, TOMAS, AIKO, SAMUEL])("$name is scored the same in every template: one column, sidebar, Word", async (person) => {
  const skills = ["SQL", "Python", "Excel", "Power BI", "forecasting", "Team leadership", "WMS", "HACCP", "Forklift licence", "German"].map(
    (name) => ({ name, type: "technical", required: true }),
  );
  const answers = [];
  for (const make of [oneColumn, sidebar, word]) {
    const document = await readResumeFile(sharedReader(), await make(person), signal);
    answers.push(scored(scorableOf(document), { jobText: "", month: MONTH, skills }));
  }
  const [first, ...others] = answers.map((answer) => JSON.stringify([answer.skills, answer.overallScore]));
  for (const other of others) expect(other).toBe(first);
});
