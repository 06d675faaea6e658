/** Facts about the person are removed from prose in every language, work is not, and a leave changes nothing else. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { typedDocument } from "#engines/typed-document.ts";
import { readAsResume } from "#resumes/read-resume.ts";
import { evaluate } from "#scoring/evaluate.ts";
import { blindLines, type ResumeClaims, resumeClaimsOf } from "#scoring/resume-claims.ts";
import { HONEST } from "#scoring/testing/honest-lines.ts";
import { TUNED, UNTUNED } from "#scoring/testing/planted-facts.ts";
import { HARDER } from "#scoring/testing/planted-facts-alone.ts";
import { ROUNDABOUT } from "#scoring/testing/planted-facts-roundabout.ts";
import { openBlinder } from "./blinder.ts";

const SKILLS = ["Python", "SQL", "Team leadership", "Docker", "German"].map((name) => ({ name, type: "technical", required: true }));

type Frame = {
  name?: string;
  employer?: string;
  school?: string;
  summary?: readonly string[];
  work?: readonly string[];
  jobs?: readonly string[];
};

function claimsOf({
  name = "Mia Muster",
  employer = "Fabrikam Freight GmbH",
  school = "University of Examplestadt",
  ...more
}: Frame): ResumeClaims {
  const lines = [
    ...[name, "someone@example.com", "+49 30 23125 014", "", "SUMMARY"],
    ...(more.summary ?? []).map((line) => `- ${line}`),
    ...["", "EXPERIENCE", `Data Engineer, ${employer}, 2019 - 2024`, "- Wrote 40 pipelines in Python."],
    ...(more.work ?? []).map((line) => `- ${line}`),
    ...(more.jobs ?? []),
    ...["Warehouse Clerk, Example Store, 2012 - 2014", "- Led a team of 5 and loaded 30 trucks a night."],
    ...["", "EDUCATION", `B.Sc. Computer Science, ${school}, 2012`, "", "SKILLS", "Python, SQL", "", "LANGUAGES", "German: native"],
  ];
  const document = typedDocument(lines.join("\n"));
  return resumeClaimsOf(document, readAsResume(document));
}

const toldBy = ({ statements, hidden, instructions }: ResumeClaims): string => [...statements, hidden, instructions.first].join("\n");
/** What a model is shown, and what the rules give. */
function seen(claims: ResumeClaims): string {
  const { skills, overallScore } = evaluate({ resume: claims, jobText: "", month: 2026 * 12, skills: SKILLS });
  return JSON.stringify([blindLines(claims), skills, overallScore, claims.month]);
}

/** Splits a planted fact into the words that identify it: four letters or more, four digits or more, and words in other scripts than Latin. */
const tellingWords = (fact: string): string[] =>
  fact.split(/[\s,()@.:/-]+/).filter((word) => /\p{L}{4}|\d{4}|(?!\p{Script=Latin})\p{L}/u.test(word));

describe("no planted fact is left", () => {
  const rows = [...TUNED, ...UNTUNED, ...HARDER, ...ROUNDABOUT].map((row) => {
    const [code = "", place = "", ...words] = row.split(" ");
    return { code, place, line: words.join(" ") };
  });

  test("there are more than 500 facts, in 27 languages", () => {
    expect(rows.flatMap(({ line }) => [...line.matchAll(/⟦/g)]).length).toBeGreaterThan(500);
    expect(new Set(rows.map(({ code }) => code)).size).toBe(27);
  });

  test.each(rows)("$code: $line", ({ place, line }) => {
    const shown = line.replace(/[⟦⟧]/g, "");
    const told = toldBy(claimsOf(place === "S" ? { summary: [shown] } : { work: [shown] })).toLowerCase();
    const words = new Set(told.split(/[^\p{L}\p{M}\p{N}]+/u));
    const isUnspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Hangul}\p{Script=Thai}]/u.test(line);
    for (const [, fact = ""] of line.matchAll(/⟦([^⟧]+)⟧/g)) {
      expect(told).not.toContain(fact.length > 3 || isUnspaced ? fact.toLowerCase() : "\0");
      expect(tellingWords(fact.toLowerCase()).filter((word) => words.has(word))).toEqual([]);
    }
  });
});

test("sentences about work keep every letter; a word of people may get the mark of an ending", () => {
  const work = [{ name: "Oracle" }, { name: "Google" }, { name: "Contoso Ltd" }];
  const resume = { basics: { name: "Ruby Miller", email: "ruby@example.com" }, work, education: [{ institution: "Python College" }] };
  const blinder = openBlinder(resume, { sections: [] });
  expect(HONEST.length).toBeGreaterThanOrEqual(100);
  for (const line of HONEST) expect(blinder.blind(line, true).text.replace(/(?<=\p{L})…/gu, "")).toBe(line);
});

/** Each kind with values of different persons, in sentences of several languages. */
const KINDS: Record<string, { values: readonly string[]; lines: (value: string) => Frame }> = {
  name: {
    values: ["Mia Muster", "José Núñez", "Fatima Al-Hassan", "Siobhán O'Brien", "Olu Adeyemi"],
    lines: (name) => ({ name, summary: [`${name} writes SQL.`], work: [`Colleagues praise ${name.split(" ").at(-1)}'s Docker images.`] }),
  },
  email: { values: ["a.b@example.org", "x@sub.example.net"], lines: (value) => ({ summary: [`Write to ${value} about SQL.`] }) },
  phone: { values: ["+44 20 7946 0018", "(555) 010-0199", "0161 496 0123"], lines: (value) => ({ summary: [`Call ${value} about SQL.`] }) },
  address: {
    values: ["14 Elm Road, Leeds", "Hauptstraße 1, 10115 Berlin"],
    lines: (value) => ({ summary: [`${value}; SQL and Docker.`] }),
  },
  birth: {
    values: ["born 12 March 1990 in Lagos", "born in Leeds, United Kingdom, in 1961", "born on 01/02/1985"],
    lines: (value) => ({ summary: [`I was ${value} and write SQL.`] }),
  },
  "birth in German": {
    values: ["am 12. März 1990 in Leipzig", "1961 in Izmir"],
    lines: (value) => ({ summary: [`Geboren ${value}, ich schreibe SQL.`] }),
  },
  pronoun: { values: ["He", "She"], lines: (value) => ({ work: [`${value} led the team and taught it SQL.`] }) },
  "pronoun in French": { values: ["Il", "Elle"], lines: (value) => ({ work: [`${value} a formé les collègues de la société en SQL.`] }) },
  title: { values: ["Mr", "Mrs", "Ms"], lines: (value) => ({ work: [`${value} Muster was trainer for SQL.`] }) },
  "form of a job": {
    values: ["chairman", "chairwoman"],
    lines: (value) => ({ work: [`Elected ${value} of the SQL group of the company.`] }),
  },
  "form of a job in German": {
    values: ["Ingenieur", "Ingenieurin"],
    lines: (value) => ({ work: [`War als ${value} für Docker und SQL bei den Kunden.`] }),
  },
  "form of a job in a library": {
    values: ["Bibliothekar", "Bibliothekarin"],
    lines: (value) => ({ summary: [`${value} mit Schwerpunkt SQL und Freude an den Kunden.`] }),
  },
  "form of a job in Turkish": {
    values: ["iş kadını", "iş adamı", "iş insanı"],
    lines: (value) => ({ summary: [`On yıllık deneyime sahip ${value} ve SQL için rehber.`] }),
  },
  "form of a job in Spanish": {
    values: ["coordinador", "coordinadora"],
    lines: (value) => ({ work: [`Trabajo como ${value} de SQL en la empresa.`] }),
  },
  "form of a verb in Polish": {
    values: ["Zarządzałam", "Zarządzałem"],
    lines: (value) => ({ work: [`${value} zespołem i bazą SQL w firmie.`] }),
  },
  religion: { values: ["Catholic", "Muslim", "Hindu", "Sikh"], lines: (value) => ({ summary: [`As a ${value} I value SQL.`] }) },
  "religion in Spanish": {
    values: ["católica", "musulmana", "judía"],
    lines: (value) => ({ summary: [`Soy ${value} y escribo SQL en la empresa.`] }),
  },
  disability: { values: ["deaf", "blind", "autistic"], lines: (value) => ({ summary: [`I am ${value} and write SQL.`] }) },
  leave: {
    values: ["maternity leave", "paternity leave", "parental leave"],
    lines: (value) => ({ work: [`Returned from ${value} and wrote SQL.`] }),
  },
  "leave in German": { values: ["der Elternzeit", "dem Mutterschutz"], lines: (value) => ({ work: [`Nach ${value} übernahm ich SQL.`] }) },
  university: {
    values: ["Harvard University", "University of Lagos", "Leeds Polytechnic"],
    lines: (school) => ({ school, work: [`Wrote a thesis at ${school} in SQL.`] }),
  },
  employer: {
    values: ["Fabrikam Freight GmbH", "Contoso Ltd", "Northwind Traders Inc."],
    lines: (employer) => ({ employer, work: [`Joined ${employer.split(" ")[0]} to write SQL.`] }),
  },
  nationality: { values: ["Nigerian", "British", "Turkish"], lines: (value) => ({ summary: [`I am a ${value} citizen who writes SQL.`] }) },
};

test.each(Object.entries(KINDS))("another %s gives the same prompt and scores, byte for byte", (_, { values, lines }) => {
  const base = seen(claimsOf(lines(values[0] ?? "")));
  expect(base).toContain("SQL");
  fc.assert(
    fc.property(fc.constantFrom(...values), (value) => {
      expect(seen(claimsOf(lines(value)))).toBe(base);
    }),
    { numRuns: 10 },
  );
});

describe("a leave", () => {
  const base = seen(claimsOf({}));
  const leaves = [
    "Parental leave",
    "Elternzeit",
    "Maternity leave",
    "Congé parental",
    "Urlop macierzyński",
    "Career break to care for my mother",
  ];

  test("as an entry of its own re-dates no line, even when it is the latest of all", () => {
    fc.assert(
      fc.property(fc.constantFrom(...leaves), fc.constantFrom("2014 - 2016", "2024 - 2026"), (leave, period) => {
        expect(seen(claimsOf({ jobs: [`${leave}, ${period}`] }))).toBe(base);
      }),
      { numRuns: 12 },
    );
  });

  test.each(["- Parental leave from 03/2021 to 02/2022.", "- Elternzeit: 03/2021 - 02/2022", "Maternity leave 2021 - 2022"])(
    "within a job takes nothing of it: %s",
    (leave) => {
      const lines = (work: string[]) => blindLines(claimsOf({ jobs: ["Engineer, Contoso Ltd, 2020 - 2023", ...work] }));
      const interrupted = lines(["- Wrote the reports in SQL.", leave, "- Tuned SQL for the depots."]);
      expect(interrupted).toEqual(lines(["- Wrote the reports in SQL.", "- Tuned SQL for the depots."]));
    },
  );

  test.each([
    "Data Analyst (parental leave 2015 - 2016), Contoso Ltd, 2014 - 2018",
    "Data Analyst, Contoso Ltd, 2014 - 2018 (parental leave 2015 - 2016)",
  ])("in brackets leaves the job: %s", (head) => {
    const told = blindLines(claimsOf({ jobs: [head, "- Tuned SQL for the depots."] }));
    expect(told.filter(({ text }) => /Data Analyst|Tuned SQL/.test(text)).map(({ period }) => period)).toEqual([
      "2014 - 2018",
      "2014 - 2018",
    ]);
    expect(JSON.stringify(told)).not.toMatch(/leave|Contoso/);
  });
});
