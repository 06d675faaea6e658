/** The profile has only what the résumé states. */
import { describe, expect, test } from "vitest";
import { typedDocument } from "#engines/typed-document.ts";
import { readAsResume } from "#resumes/read-resume.ts";
import { evaluate } from "#scoring/evaluate.ts";
import { resumeClaimsOf } from "#scoring/resume-claims.ts";

/** January 2026, in months since year 0. */
const MONTH = 2026 * 12;
const AD = `Data engineer
Requirements:
- Bachelor's degree or higher in computer science
- PMP certification
- Four years of Python and Kafka`;

function evaluated(
  work: string[],
  { more = [], ad = AD, skills = ["Python", "Kafka", "Teamwork", "Rust"] }: { more?: string[]; ad?: string; skills?: string[] } = {},
) {
  const document = typedDocument(["Mia Muster", "mia@example.com", "", "EXPERIENCE", ...work, ...more].join("\n"));
  const resume = resumeClaimsOf(document, readAsResume(document));
  return evaluate({ resume, jobText: ad, month: MONTH, skills: skills.map((name) => ({ name, type: "technical", required: true })) });
}

const JOBS = [
  "Senior Data Engineer, Example Freight, 01/2023 - present",
  "- Wrote 40 pipelines in Python for the parcel teams.",
  "Data Analyst, Example Mill, 01/2018 - 12/2020",
  "- Led a team of five and kept its reports.",
];

describe("years and seniority", () => {
  test("are those of dated work, to the evaluation's date, and of the latest title that tells", () => {
    const { profile, explanation } = evaluated(JOBS);
    expect(profile.experience_years).toBe(6);
    expect(profile.seniority).toMatchObject({ level: "senior", basis: "title", evidence: { text: "Senior Data Engineer" } });
    expect(explanation.Python?.years).toBe(3);
    expect(explanation.Rust?.years).toBeNull();
  });

  test("are by years where no title tells, and unknown without dates", () => {
    expect(evaluated(["Baker, Example Mill, 01/2023 - present", "- Baked bread."]).profile.seniority).toMatchObject({
      level: "intermediate",
      basis: "years",
    });
    expect(evaluated(["Baker, Example Mill", "- Baked bread."]).profile).toMatchObject({ experience_years: null, seniority: null });
  });
});

describe("qualifications", () => {
  test("are those that the ad asks for, with the résumé's own words", () => {
    const more = ["EDUCATION", "M.Sc. Computer Science, University of Example, 2017"];
    expect(evaluated(JOBS, { more }).profile.qualifications).toMatchObject([
      {
        kind: "degree",
        asked: expect.stringContaining("Bachelor's degree"),
        found: { text: expect.stringContaining("M.Sc.") },
        meets: true,
      },
      { kind: "certificate", asked: expect.stringContaining("PMP"), found: null, meets: false },
    ]);
  });

  test("that are lower than asked for are told, and do not meet it", () => {
    const more = ["EDUCATION", "B.Sc. Computer Science, University of Example, 2017"];
    const [degree] = evaluated(JOBS, { more, ad: "Requirements:\n- PhD in physics\n- Python" }).profile.qualifications;
    expect(degree).toMatchObject({ found: { text: expect.stringContaining("B.Sc.") }, meets: false });
  });

  test("are none without an ad", () => {
    expect(evaluated(JOBS, { ad: "" }).profile.qualifications).toEqual([]);
  });
});

describe("gaps", () => {
  test("are six months or more between entries", () => {
    expect(evaluated(JOBS).profile.gaps).toEqual([{ from: "2021-01", to: "2022-12", months: 24 }]);
  });

  test("are none where the résumé says what was done, be it study or leave", () => {
    const [first = "", second = "", ...rest] = JOBS;
    expect(evaluated([first, second, "Parental leave, 01/2021 - 12/2022", ...rest]).profile.gaps).toEqual([]);
    expect(
      evaluated(JOBS, { more: ["EDUCATION", "M.Sc. Computer Science, University of Example, 01/2021 - 12/2022"] }).profile.gaps,
    ).toEqual([]);
  });

  test("never change a score", () => {
    const [first = "", second = "", ...rest] = JOBS;
    const closed = evaluated([first, second, "Parental leave, 01/2021 - 12/2022", ...rest]);
    expect(closed.skills.Python).toEqual(evaluated(JOBS).skills.Python);
  });
});

describe("questions", () => {
  test("are three, about different things that the résumé leaves open", () => {
    const { questions } = evaluated(JOBS, { more: ["SKILLS", "Kafka, SQL, Excel"] }).profile;
    expect(questions).toEqual([
      expect.stringContaining("lists “Kafka”"),
      expect.stringContaining("does not show “Rust”"),
      expect.stringContaining("suggests “Teamwork”"),
    ]);
  });

  test("are in the ad's language", () => {
    const ad = "Wir suchen einen Bäcker, der mit uns früh am Morgen das Brot für die Stadt backt und die Lehrlinge anleitet.";
    expect(evaluated(JOBS, { ad }).profile.questions.join(" ")).toContain("Der Lebenslauf zeigt „");
  });

  test("are never about age, family, religion or health, whatever is asked for", () => {
    const { questions } = evaluated(JOBS, { skills: ["religion", "pregnancy", "Python"] }).profile;
    expect(questions.join(" ")).not.toMatch(/religion|pregnancy/);
  });
});
