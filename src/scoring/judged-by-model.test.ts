/** A model's level decides the score; the rules refuse lines that are no evidence. */
import { describe, expect, test } from "vitest";
import { typedDocument } from "#engines/typed-document.ts";
import { readAsResume } from "#resumes/read-resume.ts";
import { evaluate } from "./evaluate.ts";
import { blindLines, resumeClaimsOf } from "./resume-claims.ts";

/** January 2026, in months since year 0. */
const MONTH = 2026 * 12;

function claimsOf(lines: string[], period = "2019 - present", more: string[] = []) {
  const text = [
    "Mia Muster",
    "mia@example.com",
    "",
    "EXPERIENCE",
    `Engineer, Example Freight, ${period}`,
    ...lines.map((line) => `- ${line}`),
  ];
  const document = typedDocument([...text, ...more].join("\n"));
  return resumeClaimsOf(document, readAsResume(document));
}

/** The skill as the model judges it: every line that has `words` shows it at `level`. */
function judged(resume: ReturnType<typeof claimsOf>, skill: string, level: number, words: string, month = MONTH) {
  const lines = blindLines(resume).flatMap(({ text }, at) => (text.includes(words) ? [at + 1] : []));
  expect(lines).not.toEqual([]);
  const answer = evaluate({
    resume,
    jobText: "",
    month,
    skills: [{ name: skill, type: "technical", required: true }],
    judgements: new Map([[skill, { level, lines }]]),
  });
  const explanation = answer.explanation[skill];
  if (!explanation) throw new Error("the skill is not explained");
  return { ...answer, score: answer.skills[skill]?.score ?? -1, evidence: answer.skills[skill]?.evidence, explanation };
}

describe("a line that the model has read", () => {
  test.each([
    ["performance optimization", "Cut the p99 latency of checkout by 35 percent."],
    ["communication", "Mediated a weekly board of three departments."],
    ["Go", "Wrote 14 services of the parcel platform in Golang."],
    ["gardening", "Grew 40 sorts of tomatoes behind the warehouse."],
  ])("counts in full for %s, whatever words it uses", (skill, line) => {
    const { score, evidence, warnings } = judged(claimsOf([line]), skill, 8, line);
    expect([score, evidence, warnings]).toEqual([75, line, []]);
  });

  test("has the score of its level, and the highest stays below 100 only by its anchor", () => {
    const resume = claimsOf(["Ran the depot."]);
    const scores = Array.from({ length: 10 }, (_, i) => judged(resume, "logistics", i + 1, "depot").score);
    expect(scores).toEqual([...new Set(scores)].sort((a, b) => a - b));
    expect([scores[0], scores[9]]).toEqual([12, 96]);
  });

  test.each([
    ["a wish", "Kubernetes", "Would love to learn Kubernetes.", "wish"],
    ["a wish that does not name the skill", "leadership", "Would like to learn to guide colleagues.", "wish"],
    ["a denial", "Kubernetes", "No experience with Kubernetes.", "negated"],
    ["another person's deed", "teaching", "Lessons were taught by my colleague in the depot.", "somebody_else"],
  ])("is refused as %s", (_, skill, line, reason) => {
    const { score, explanation } = judged(claimsOf([line]), skill, 9, line);
    expect(score).toBe(0);
    expect(explanation.not_counted).toEqual([{ text: line, reason }]);
  });

  test("is no wish when a deed follows the wish", () => {
    const line = "Wanted to learn Kubernetes in 2019. Ran three production clusters since 2021.";
    expect(judged(claimsOf([line]), "Kubernetes", 8, "Kubernetes").score).toBe(75);
  });

  test("that repeats the ad is refused", () => {
    const line = "At least four years of running clusters in production for many teams.";
    const resume = claimsOf([line]);
    const skills = [{ name: "Kubernetes", type: "technical", required: true }];
    const lines = blindLines(resume).flatMap(({ text }, at) => (text === line ? [at + 1] : []));
    const ad = `We want: ${line}`;
    const answer = evaluate({ resume, jobText: ad, month: MONTH, skills, judgements: new Map([["Kubernetes", { level: 9, lines }]]) });
    expect(answer.explanation.Kubernetes?.not_counted).toEqual([{ text: line, reason: "copied_from_job" }]);
  });

  test("of a list is at most what a list can show", () => {
    const resume = claimsOf(["Ran the depot."], "2019 - present", ["SKILLS", "Rust, Kafka, Python"]);
    const { score, explanation } = judged(resume, "Rust", 9, "Rust");
    expect([score, explanation.cap?.score]).toEqual([40, 40]);
  });

  test("of long ago costs points, and an ongoing job counts to the evaluation's date", () => {
    const line = "Tuned the sorters.";
    expect(judged(claimsOf([line], "2001 - 2010"), "mechanics", 8, line).score).toBe(75);
    const older = ["Engineer, Example Depot, 2001 - 2010", `- ${line}`];
    expect(judged(claimsOf(["Ran the depot."], "2011 - present", older), "mechanics", 8, line).score).toBe(65);
    const { explanation } = judged(claimsOf([line], "01/2020 - present"), "mechanics", 8, line);
    expect(explanation.counted[0]?.months).toBe(72);
    expect(judged(claimsOf([line], "01/2020 - present"), "mechanics", 8, line, MONTH + 12).explanation.counted[0]?.months).toBe(84);
  });
});

describe("the explanation", () => {
  test("has every factor of the score, and they add up", () => {
    const { score, explanation } = judged(claimsOf(["Ran the depot."]), "logistics", 7, "depot");
    expect(explanation.factors.map(({ name }) => name)).toEqual(["level", "age"]);
    expect(Math.round(explanation.factors.reduce((sum, { points }) => sum + points, 0))).toBe(score);
    expect(explanation.formula).toContain(`rounded ${score}`);
  });

  test("says what would change the score, and it does", () => {
    const resume = claimsOf(["Ran the depot."]);
    const { would_change } = judged(resume, "logistics", 7, "depot").explanation;
    const [, level = "", promised = ""] = /level (\d+) of 10 would make it (\d+)\./.exec(would_change) ?? [];
    expect(judged(resume, "logistics", Number(level), "depot").score).toBe(Number(promised));
  });
});
