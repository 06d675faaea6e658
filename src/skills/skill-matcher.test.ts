import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { findSkills, readSkills } from "./find-skills.ts";
import { openMatcher } from "./skill-matcher.ts";

const finds = (name: string, text: string) =>
  openMatcher(name)
    .find(text)
    .map(({ text }) => text);

describe("a skill asked for by name", () => {
  test.each([
    ["Strong Python skills", "Python"],
    ["experience with Kubernetes", "Kubernetes"],
    ["React.js", "React"],
    ["warehouse management system (WMS)", "warehouse management systems"],
    ["Negotiating", "negotiation"],
    ["Englischkenntnisse", "English"],
    ["go", "Go"],
    ["Python programming", "Python"],
    ["driving license (class B)", "driving licence"],
    ["Beehive keeping", null],
    ["3+ years of Python", "Python"],
    ["at least 5 years of experience with Kubernetes", "Kubernetes"],
    ["Python developer", "Python"],
    ["Kenntnisse in Python", "Python"],
    ["sehr gute Kenntnisse in Python", "Python"],
    ["bonne maîtrise de Python", "Python"],
    ["dominio de Python", "Python"],
    ["a strong understanding of SQL", "SQL"],
    ["experience", null],
    ["years of experience", null],
  ])("%s is known as %s", (name, skill) => {
    expect(openMatcher(name).skill?.name ?? null).toBe(skill);
  });

  test("a kind of it is evidence, and says so", () => {
    expect(openMatcher("SQL").find("PostgreSQL and SQL")).toMatchObject([
      { text: "PostgreSQL", as: "child", skill: { name: "PostgreSQL" } },
      { text: "SQL", as: "itself" },
    ]);
  });

  test("its parent, its siblings and what is related are near misses only", () => {
    const matcher = openMatcher("PostgreSQL");
    expect(matcher.find("MySQL and SQL databases")).toEqual([]);
    expect(matcher.related("MySQL and SQL").map(({ text, relation }) => [text, relation])).toEqual([
      ["MySQL", "sibling"],
      ["SQL", "parent"],
    ]);
  });

  test("a text read once gives many queries the same results", () => {
    const text = "Managed client accounts with Salesforce";
    const read = readSkills(text);
    for (const name of ["Salesforce", "managing client accounts", "beehive"])
      expect(openMatcher(name).find(read)).toEqual(openMatcher(name).find(text));
  });
});

describe("several skills asked for in one", () => {
  test.each([
    ["Agile/Scrum", "Scrum master in agile teams", ["Scrum master", "agile teams"]],
    ["Kubernetes and Helm", "ran K8s", ["K8s"]],
    ["Data Structures & Algorithms", "taught algorithms", ["algorithms"]],
  ])("%s: each of them is evidence", (name, text, found) => {
    expect(finds(name, text)).toEqual(found);
    expect(openMatcher(name).find(text)[0]?.as).toBe("part");
  });

  test("are not split when one of them is unknown", () => {
    expect(finds("Python and beekeeping", "Python")).toEqual([]);
  });
});

describe("a skill outside the taxonomy", () => {
  test("is found by its words, inflected, grammar words aside", () => {
    expect(finds("beehive inspections", "inspected; did beehive inspection daily")).toEqual(["beehive inspection"]);
    expect(finds("repairing church organs", "I repaired the church organs of Ulm")).toEqual(["repaired the church organs"]);
    expect(finds("Führung von Stadtrundgängen", "Die Führung der Stadtrundgänge und mehr von mir")).toEqual(["Führung der Stadtrundgänge"]);
  });

  test("keeps its order and its sentence", () => {
    expect(finds("organ repair", "repair organ")).toEqual([]);
    expect(finds("organ repair", "organ. Repair")).toEqual([]);
    expect(finds("organ repair", "organ, repair")).toEqual([]);
  });

  test("is found by the acronym it gives, and by its initials when they are three or more", () => {
    expect(finds("beehive monitoring platform (BMP)", "ran the BMP")).toEqual(["BMP"]);
    expect(finds("beehive monitoring platform", "ran the BMP")).toEqual(["BMP"]);
    expect(finds("beehive monitoring", "ran the BM")).toEqual([]);
  });

  test("shows known skills among its words as parts", () => {
    expect(
      openMatcher("Python beehive monitoring")
        .related("Python")
        .map(({ relation }) => relation),
    ).toEqual(["part"]);
  });

  test("finds nothing inside a word, throws for no name, and is always the same", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.string({ unit: "binary" }), (name, text) => {
        const matches = openMatcher(name).find(text);
        expect(openMatcher(name).find(text)).toEqual(matches);
        for (const { from, to, text: words } of matches) expect(text.slice(from, to)).toBe(words);
      }),
    );
  });
});

describe("a name that is also an everyday word", () => {
  test.each([
    ["Rust", "Built 4 services in Rust."],
    ["Spring", "Ran services with Spring for 3 banks."],
    ["Word", "Wrote letters in Word."],
  ])("%s counts with less certainty when it is asked for, in %s", (name, text) => {
    const [match] = openMatcher(name).find(text);
    expect(match).toMatchObject({ text: name, certainty: 0.7 });
    expect(findSkills(text).map(({ skill }) => skill.name)).not.toContain(name);
  });

  test.each([
    ["Access", "Access to buildings"],
    ["Rust", "removed rust from fences"],
    ["Spring", "Spring 2019 internship"],
    ["Go", "Go to market strategy"],
  ])("%s does not count in %s", (name, text) => {
    expect(openMatcher(name).find(text)).toEqual([]);
  });
});

test("an irregular past is a form of its verb", () => {
  expect(openMatcher("teaching").find("Taught maths to 30 pupils.")).toHaveLength(1);
});
