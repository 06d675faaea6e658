import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { unglued } from "./unglued.ts";

const flat = (text: string) => unglued(text).text.replace(/\s+/g, " ");

describe("words that lost the space between them", () => {
  test.each([
    ["communication skillsStrong knowledge of C#", "communication skills Strong knowledge of C#"],
    ["DevOps/VSTSExperience with Azure", "DevOps/VSTS Experience with Azure"],
    ["Able to work full timeExcellent English", "Able to work full time Excellent English"],
    ["Knowledge of C#Strong SQL", "Knowledge of C# Strong SQL"],
    ["(REST, SOAP)Experience with Git", "(REST, SOAP) Experience with Git"],
    ["Office 365Excellent English", "Office 365 Excellent English"],
    ["PythonDocker and Git", "Python Docker and Git"],
    ["SQLExperienceStrong English", "SQL Experience Strong English"],
    ["Git,Docker;Kafka", "Git, Docker; Kafka"],
    ["team player.Good English", "team player. Good English"],
    ["SAPKenntnisse und DATEVErfahrung", "SAP Kenntnisse und DATEV Erfahrung"],
    ["znajomość SQLDoświadczenie w bankowości", "znajomość SQL Doświadczenie w bankowości"],
    ["знание SQLОпыт работы", "знание SQL Опыт работы"],
  ])("are parted: %s", (printed, parted) => expect(flat(printed)).toBe(parted));

  test.each(
    "JavaScript PowerPoint DevOps iOS eBay GitHub LaTeX TypeScript McKinsey HoloLens WordPress MySQL PostgreSQL OpenShift iPhone jQuery LinkedIn YouTube SharePoint PyTorch NumPy GraphQL DataFrame TeamViewer OneDrive AutoCAD SolidWorks QuickBooks macOS openSUSE useState getElementById ASP.NET Node.js 1,000 3.5 e.g. C++ C# F(x) m/f/d B2B H2O i18n ServiceNow SalesForce BigQuery McDonald DeLonghi MacBook ThinkPad SpringBoot XMLHttpRequest Mitarbeiter(in) mia.Muster@example.com https://example.com/JobSkills,More".split(
      " ",
    ),
  )("are not parted in the name %s", (name) => {
    for (const text of [name, `Knowledge of ${name} is required`, `${name}, Git`]) expect(unglued(text).text).toBe(text);
  });
});

describe("for any text", () => {
  const piece = fc.oneof(
    fc.constantFrom(
      "skills",
      "Strong",
      "Experience",
      "C#",
      "JavaScript",
      "Python",
      ",",
      ".",
      ")",
      " ",
      "\n",
      "365",
      "Опыт",
      "経験",
      "é",
      "@",
    ),
    fc.string({ unit: "binary", maxLength: 6 }),
  );
  const text = fc.array(piece, { maxLength: 30 }).map((pieces) => pieces.join(""));

  test("only white space is added, and every printed word is found again", () => {
    fc.assert(
      fc.property(text, (printed) => {
        const read = unglued(printed);
        expect(read.text.replace(/\s/g, "")).toBe(printed.replace(/\s/g, ""));
        expect(read.printed(0, read.text.length)).toBe(printed);
        for (const { index, 0: word } of read.text.matchAll(/\S+/g)) expect(read.printed(index, index + word.length)).toBe(word);
      }),
    );
  });
});
