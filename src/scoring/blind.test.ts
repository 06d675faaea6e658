/** Personal details do not influence an evaluation: the same résumé of another person gives the same bytes. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { typedDocument } from "#engines/typed-document.ts";
import { readResume } from "#resumes/read-resume.ts";
import { evaluate } from "./evaluate.ts";
import { resumeClaimsOf } from "./resume-claims.ts";

const SKILLS = ["Python", "SQL", "Team leadership", "German", "Forklift licence", "Ruby"].map((name) => ({
  name,
  type: "technical",
  required: true,
}));

type Person = {
  name: string;
  email: string;
  phone: string;
  address: string;
  personal: string[];
  school: string;
  hobbies: string;
  employer: string;
};

const SECTIONS = {
  experience: ({ employer }: Person) => [
    "EXPERIENCE",
    `Data Engineer, ${employer}, 2019 - 2024`,
    "- Wrote 40 pipelines in Python for the parcel teams.",
    "- Led a team of 5 and taught them SQL.",
    "Warehouse Clerk, Example Store, 2016 - 2019",
    "- Held a forklift licence and loaded 30 trucks a night.",
  ],
  education: ({ school }: Person) => ["EDUCATION", `B.Sc. Computer Science, ${school}, 2016`],
  skills: () => ["SKILLS", "Python, SQL, Excel"],
  languages: () => ["LANGUAGES", "German: native, English: C1"],
  interests: ({ hobbies }: Person) => ["INTERESTS", hobbies],
  personal: ({ personal }: Person) => ["PERSONAL DETAILS", ...personal],
};
type SectionName = keyof typeof SECTIONS;
const ORDER = Object.keys(SECTIONS) as SectionName[];

function answer(person: Person, order: readonly SectionName[] = ORDER, heading = (text: string) => text): string {
  const lines = order.flatMap((name) => {
    const [first = "", ...rest] = SECTIONS[name](person);
    return ["", heading(first), ...rest];
  });
  const document = typedDocument([person.name, person.email, person.phone, person.address, ...lines].join("\n"));
  const { skills, overallScore, rulesVersion } = evaluate({
    resume: resumeClaimsOf(document, readResume(document)),
    jobText: "",
    month: 2026 * 12,
    skills: SKILLS,
  });
  return JSON.stringify({ skills, overallScore, rulesVersion });
}

const MIA: Person = {
  name: "Mia Muster",
  email: "mia.muster@example.com",
  phone: "+49 30 23125 014",
  address: "Hauptstrasse 1, 10115 Berlin",
  personal: ["Date of birth: 01.02.1990", "Nationality: German", "Marital status: single"],
  school: "Example University",
  hobbies: "Chess, running",
  employer: "Example Freight",
};

const NAMES = [
  "Ruby Miller",
  "Python Jones",
  "Nguyễn Thị Minh Khai",
  "José Ángel Núñez de la Torre",
  "Fatima Al-Hassan",
  "O'Brien, Siobhán",
  "Dr. Anna-Lena Schmidt",
  "Мария Иванова",
  "王小明",
  "Madonna",
];
const person = fc.record({
  name: fc.constantFrom(...NAMES),
  email: fc.constantFrom("ruby@example.com", "sql.master@example.org", "x.y@example.net"),
  phone: fc.constantFrom("+44 20 7946 0018", "(555) 010-0199", "+81 3 5550 0100"),
  address: fc.constantFrom("1 Ruby Lane, Leeds", "Calle Mayor 3, 28013 Madrid", "Harare, Zimbabwe"),
  personal: fc.subarray(["Date of birth: 24.12.1961", "Gender: female", "Religion: none", "Nationality: Kenyan", "Married, two children"], {
    minLength: 1,
  }),
  school: fc.constantFrom("Ruby College", "University of SQL", "Harvard University", "Team Leadership Academy"),
  hobbies: fc.constantFrom("Ruby collecting", "Team leadership of a scout group", "Python keeping"),
});

describe("an evaluation", () => {
  const base = answer(MIA);

  test("is the same for every name, contact, address, origin, age, family, school and hobby", () => {
    fc.assert(
      fc.property(person, (other) => {
        expect(answer({ ...MIA, ...other })).toBe(base);
      }),
      { numRuns: 200 },
    );
  });

  test("is the same in every order of the sections", () => {
    fc.assert(
      fc.property(fc.shuffledSubarray(ORDER, { minLength: ORDER.length }), (order) => {
        expect(answer(MIA, order)).toBe(base);
      }),
      { numRuns: 100 },
    );
  });

  test("is the same whatever the type of the headings", () => {
    const title = (text: string) => text.charAt(0) + text.slice(1).toLowerCase();
    for (const heading of [title, (text: string) => `${title(text)}:`, (text: string) => `== ${text} ==`])
      expect(answer(MIA, ORDER, heading)).toBe(base);
  });

  test("is the same without the sections about the person", () => {
    const without = ORDER.filter((name) => name !== "interests" && name !== "personal");
    expect(answer(MIA, without)).toBe(base);
  });

  test("does change with what the person did", () => {
    expect(answer({ ...MIA, employer: "Example Freight" })).toBe(base);
    expect(
      answer(
        MIA,
        ORDER.filter((name) => name !== "experience"),
      ),
    ).not.toBe(base);
  });
});
