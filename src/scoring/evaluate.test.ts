import { describe, expect, test } from "vitest";
import type { Document } from "#documents/document.ts";
import { typedDocument } from "#engines/typed-document.ts";
import { readResume } from "#resumes/read-resume.ts";
import { evaluate } from "./evaluate.ts";
import { resumeClaimsOf } from "./resume-claims.ts";

/** January 2026, in months since year 0. */
const MONTH = 2026 * 12;

const skill = (name: string) => ({ name, type: "technical", required: true });

function scored(document: Document, names: string[], jobText = "") {
  return evaluate({ resume: resumeClaimsOf(document, readResume(document)), jobText, month: MONTH, skills: names.map(skill) });
}

function resume(work: string[], more: { skills?: string; education?: string[]; extra?: string[] } = {}): Document {
  return typedDocument(
    [
      "Mia Muster",
      "mia.muster@example.com",
      "",
      "EXPERIENCE",
      "Data Engineer, Example Freight, 2019 - 2024",
      ...work.map((line) => `- ${line}`),
      ...(more.education ? ["EDUCATION", ...more.education] : []),
      ...(more.extra ?? []),
      ...(more.skills === undefined ? [] : ["SKILLS", more.skills]),
    ].join("\n"),
  );
}

const KAFKA = ["- Tuned 30 Kafka clusters.", "- Moved the billing to Kafka.", "- Taught Kafka to the depot."];

describe("a score", () => {
  test("comes with verbatim evidence, and is 0 with an explanation where there is none", () => {
    const { skills } = scored(resume(["Wrote 40 pipelines in Python."]), ["Python", "Rust"]);
    expect(skills.Python).toMatchObject({ evidence: "Wrote 40 pipelines in Python." });
    expect(skills.Rust).toMatchObject({ score: 0, evidence: 'Nothing in the résumé shows "Rust".' });
  });

  test("can be recomputed by hand from its factors", () => {
    const { skills, explanation } = scored(resume(["Wrote 40 pipelines in Python.", "Taught Python to 6 colleagues."]), ["Python"]);
    const { factors, cap } = explanation.Python ?? { factors: [], cap: null };
    const sum = factors.reduce((total, { points }) => total + points, 0);
    expect(skills.Python?.score).toBe(Math.round(Math.min(sum, cap?.score ?? 100)));
    expect(explanation.Python?.formula).toContain(`rounded ${skills.Python?.score}`);
  });

  test("for work is above one for a list, and a list alone stays below its cap", () => {
    const { skills, explanation } = scored(resume(["Wrote pipelines in Python."], { skills: "Python, Kafka, Rust" }), ["Python", "Kafka"]);
    expect(skills.Python?.score).toBeGreaterThan(60);
    expect(skills.Kafka?.score).toBeLessThanOrEqual(30);
    expect(explanation.Kafka?.factors[0]?.reason).toContain("a list of skills");
  });

  test("grows with duration and falls with age, relative to the résumé's own dates", () => {
    const page = (older: string, newer: string) =>
      typedDocument(
        ["Mia Muster", "EXPERIENCE", "Cook, Example Inn, 2020 - 2024", `- ${newer}`, "Baker, Example Mill, 2008 - 2010", `- ${older}`].join(
          "\n",
        ),
      );
    const recent = scored(page("Swept the floor.", "Ran the HACCP audits."), ["HACCP audits"]).skills["HACCP audits"]?.score ?? 0;
    const old = scored(page("Ran the HACCP audits.", "Swept the floor."), ["HACCP audits"]).skills["HACCP audits"]?.score ?? 0;
    expect(recent).toBeGreaterThan(old);
    expect(old).toBeGreaterThan(0);
  });

  test("counts overlapping jobs once", () => {
    const twice = typedDocument(
      [
        "Mia Muster",
        "EXPERIENCE",
        "Cook, Example Inn, 2020 - 2022",
        "- Ran SQL reports.",
        "Cook, Example Bar, 2020 - 2022",
        "- Kept SQL tables.",
      ].join("\n"),
    );
    expect(scored(twice, ["SQL"]).explanation.SQL?.factors.find(({ name }) => name === "duration")?.reason).toContain("24 months");
  });

  test.each([
    ["No experience with Kubernetes.", "negated"],
    ["Worked without Kubernetes.", "negated"],
    ["I have never used Docker, Terraform or Kubernetes.", "negated"],
    ["Would love to learn Kubernetes.", "wish"],
    ["Currently learning Kubernetes.", "wish"],
    ["Keine Erfahrung mit Kubernetes.", "negated"],
    ["Pas de connaissances en Kubernetes.", "negated"],
  ])("does not count %s", (line, reason) => {
    const { skills, explanation } = scored(resume([line]), ["Kubernetes"]);
    expect(skills.Kubernetes?.score).toBe(0);
    expect(explanation.Kubernetes?.not_counted).toEqual([{ text: line, reason }]);
  });

  test.each([
    "Not only ran Kubernetes but also wrote its operators.",
    "Moved 12 services to Kubernetes without downtime.",
    "Never missed a deadline; ran Kubernetes for 30 teams.",
    "No. 1 contributor to the Kubernetes set-up.",
  ])("counts %s", (line) => {
    expect(scored(resume([line]), ["Kubernetes"]).skills.Kubernetes?.score).toBeGreaterThan(60);
  });

  test("does not count text that was copied from the ad", () => {
    const ad = "Requirements: at least four years of running Kubernetes clusters in production for many teams.";
    const copied = "At least four years of running Kubernetes clusters in production for many teams.";
    expect(scored(resume([copied]), ["Kubernetes"], ad).explanation.Kubernetes?.not_counted[0]?.reason).toBe("copied_from_job");
    expect(
      scored(resume(["Ran 4 Kubernetes clusters for the parcel teams."]), ["Kubernetes"], ad).skills.Kubernetes?.score,
    ).toBeGreaterThan(60);
  });

  test("shows related skills as related, and gives them nothing", () => {
    const { skills, explanation } = scored(resume(["Tuned MySQL for 3 shops."]), ["PostgreSQL"]);
    expect(skills.PostgreSQL?.score).toBe(0);
    expect(explanation.PostgreSQL?.related.map((each) => each.skill)).toContain("MySQL");
  });

  test("of a language follows the stated level", () => {
    const page = (level: string) => typedDocument(["Mia Muster", "LANGUAGES", `German: ${level}`, "English"].join("\n"));
    const [native, b1] = ["native", "B1"].map((level) => scored(page(level), ["German"]).skills.German?.score);
    expect([native, b1]).toEqual([100, 55]);
  });

  test("names the smallest change that would move it", () => {
    const { explanation } = scored(resume([], { skills: "Python, Kafka, Rust" }), ["Kafka", "Erlang"]);
    expect(explanation.Kafka?.would_change).toMatch(/^One statement of work .* would make it \d+\.$/);
    expect(explanation.Erlang?.would_change).toMatch(/would make it \d+\.$/);
  });

  test.each<[string, string[], string[]]>([
    ["a statement of work", ["SKILLS", "Kafka, SQL, Excel"], ["EXPERIENCE", "Engineer, Example Mill, 01/2025 - 12/2025", "- Tuned Kafka."]],
    [
      "one more statement",
      ["EXPERIENCE", "Engineer, Example Mill, 01/2021 - 12/2025", "- Tuned 30 Kafka clusters."],
      ["- Moved the billing to Kafka without a stop."],
    ],
    [
      "six more months",
      ["EXPERIENCE", "Cook, Example Inn, 07/2025 - 12/2025", "- Cooked.", "Engineer, Example Mill, 07/2023 - 06/2025", ...KAFKA],
      [],
    ],
  ])("changes by %s as it says it would", (what, lines, more) => {
    const of = (all: string[]) => scored(typedDocument(["Mia Muster", ...all].join("\n")), ["Kafka"]);
    const said = of(lines).explanation.Kafka?.would_change ?? "";
    const after = what === "six more months" ? lines.map((line) => line.replace("07/2023", "01/2023")) : [...lines, ...more];
    expect(said).toContain(`would make it ${of(after).skills.Kafka?.score}.`);
  });

  test("is the same a hundred times over", () => {
    const answers = Array.from({ length: 100 }, () => JSON.stringify(scored(resume(["Wrote 40 pipelines in Python."]), ["Python", "SQL"])));
    expect(new Set(answers).size).toBe(1);
  });
});

describe("names of skills", () => {
  test("come back byte for byte, whatever they are", () => {
    const names = ["  Python ", "__proto__", "constructor", "C++", "日本語", "Ⅷ"];
    expect(Object.keys(scored(resume(["Ran things."]), names).skills)).toEqual(names);
  });

  test("outside the taxonomy are found by their words, inflected", () => {
    const { skills } = scored(resume(["Calibrated flux capacitors for 3 labs."]), ["flux capacitor calibration", "flux capacitor"]);
    expect(skills["flux capacitor"]?.score).toBeGreaterThan(50);
  });

  test("are not found inside other words", () => {
    expect(scored(resume(["Sold ads on Google and JavaScript courses."]), ["Go", "Java"]).skills).toMatchObject({
      Go: { score: 0 },
      Java: { score: 0 },
    });
  });
});

describe("hidden text", () => {
  test("never counts, and a warning names the required skills in it", () => {
    const document = resume(["Wrote pipelines in Python."]);
    const [page] = document.pages;
    page?.hidden.push({ text: "Expert in Kubernetes and Rust", box: { left: 0, top: 0, right: 10, bottom: 1 }, reason: "invisible_color" });
    const { skills, warnings } = scored(document, ["Python", "Rust"]);
    expect(skills.Rust?.score).toBe(0);
    expect(warnings).toMatchObject([{ code: "hidden_skills", message: expect.stringContaining('"Rust"') }]);
  });
});
