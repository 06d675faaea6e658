import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { findSkills } from "./find-skills.ts";
import { openSkills } from "./skill-index.ts";

const found = (text: string) => findSkills(text).map(({ text, skill }) => `${text} = ${skill.name}`);
const skillsIn = (text: string) => findSkills(text).map(({ skill }) => skill.name);

describe("finding skills", () => {
  test("reads names that contain signs as one word", () => {
    expect(found("C++, C#, .NET, Node.js, CI/CD, PL/SQL, TCP/IP and R&D")).toEqual([
      "C++ = C++",
      "C# = C#",
      ".NET = .NET",
      "Node.js = Node.js",
      "CI/CD = continuous integration",
      "PL/SQL = PL/SQL",
      "TCP/IP = TCP/IP",
      "R&D = research and development",
    ]);
  });

  test("does not find Go in Google, Java in JavaScript, R in R&D or C in C-level", () => {
    expect(skillsIn("Google, JavaScript, R&D with statistics, a C-level programming manager")).not.toEqual(expect.arrayContaining(["Go"]));
    expect(skillsIn("JavaScript for R&D")).toEqual(["JavaScript", "research and development"]);
  });

  test.each([
    ["Go to the shop and express yourself.", "Go"],
    ["She has access to every word.", "Microsoft Access"],
    ["Spring is the best season.", "Spring"],
    ["A swift reaction is key.", "Swift"],
    ["We excel at service.", "Microsoft Excel"],
    ["Lean back and relax.", "lean"],
    ["The community takes positive positions.", "communication"],
    ["We value integration.", "integrity"],
  ])("takes no everyday word for a skill: %s", (text, skill) => {
    expect(skillsIn(text)).not.toContain(skill);
  });

  test.each([
    ["Backend services in Go, Kafka and PostgreSQL", "Go"],
    ["Programming in Rust", "Rust"],
    ["Word, Excel and Access", "Microsoft Access"],
    ["Spring and Hibernate", "Spring"],
    ["statistics with R or Stata", "R"],
  ])("takes a guarded name for the skill among its like: %s", (text, skill) => {
    expect(skillsIn(text)).toContain(skill);
  });

  test("finds inflected forms", () => {
    expect(findSkills("She negotiated well.").map(({ skill, how }) => [skill.name, how])).toEqual([["negotiation", "inflected"]]);
    expect(skillsIn("managed projects, unit tests, drawing blood")).toEqual(["project management", "unit testing", "phlebotomy"]);
  });

  test("finds skills by their German, French and Spanish names", () => {
    expect(skillsIn("Wir erwarten gute Englischkenntnisse und Erfahrung in der Buchhaltung")).toEqual(["English", "accounting"]);
    expect(skillsIn("Vous avez de l'expérience en gestion de projet et des soins infirmiers")).toEqual(["project management", "nursing"]);
    expect(skillsIn("Buscamos una persona con experiencia en atención al cliente y con carnet de conducir")).toEqual([
      "customer service",
      "driving licence",
    ]);
  });

  test("takes no English word of a bare list as a foreign name", () => {
    expect(skillsIn("Promotion, Moderation, Mode, Master, Engagement, Edition, Transit, Revision, Conception")).toEqual([]);
  });

  test("joins no phrase across a comma or a full stop", () => {
    expect(skillsIn("project, management. machine. learning")).not.toEqual(expect.arrayContaining(["project management"]));
    expect(skillsIn("machine, learning")).toEqual([]);
  });

  test("opens within 100 ms on a slow machine and reads 200,000 characters in linear time", () => {
    const line = "Managed projects with Python, SQL and AWS for clients in health care; negotiated contracts.\n";
    const time = (text: string) => {
      const from = process.threadCpuUsage();
      findSkills(text);
      return process.threadCpuUsage(from).user / 1000;
    };
    time(line);
    const small = time(line.repeat(500));
    expect(time(line.repeat(2_000))).toBeLessThan(Math.max(400, small * 12));
  });
});

describe("properties", () => {
  const words = fc.constantFrom(
    "Python",
    "Go",
    "project",
    "management",
    "nursing",
    "C++",
    ",",
    ".",
    "the",
    "in",
    "R",
    "SQL",
    "\n",
    "vertex",
    "und",
    "de",
  );
  const text = fc.array(words, { maxLength: 30 }).map((parts) => parts.join(" "));

  test("a mention is verbatim, in order, overlaps none and is never inside a word", () => {
    fc.assert(
      fc.property(fc.oneof(text, fc.string({ unit: "binary" })), (any) => {
        let end = 0;
        for (const { from, to, text: words, certainty } of findSkills(any)) {
          expect(any.slice(from, to)).toBe(words);
          expect(from).toBeGreaterThanOrEqual(end);
          expect(/[\p{L}\p{N}]$/u.test(any.slice(0, from)) && /^[\p{L}\p{N}]/u.test(words)).toBe(false);
          expect(/[\p{L}\p{N}]$/u.test(words) && /^[\p{L}\p{N}]/u.test(any.slice(to))).toBe(false);
          expect(certainty).toBeGreaterThan(0);
          expect(certainty).toBeLessThanOrEqual(1);
          end = to;
        }
      }),
    );
  });

  test("the same text has the same mentions", () => {
    fc.assert(
      fc.property(text, (any) => {
        expect(findSkills(any)).toEqual(findSkills(any));
      }),
    );
  });

  test("an irrelevant paragraph removes no mention", () => {
    fc.assert(
      fc.property(text, fc.constantFrom("Lorem ipsum.\n\n", "Nothing here.\n\n"), (any, before) => {
        const alone = skillsIn(any).filter((name) => openSkills().byName.get(name)?.guard === undefined);
        const both = skillsIn(before + any);
        for (const name of alone) expect(both).toContain(name);
      }),
    );
  });
});
