import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { SKILL_KINDS } from "#contract/recruiting/skill.ts";
import { tokensOf } from "#language/tokens.ts";
import { type KnownSkill, readTaxonomy } from "./taxonomy.ts";

const names = z.array(z.string().trim().min(1)).min(1).optional();
const Language = z.enum(["en", "de", "fr", "es"]);
const Words = z.record(Language, z.array(z.string()).min(1));
const FileSkill = z.strictObject({
  name: z.string().trim().min(1),
  kind: z.enum(SKILL_KINDS),
  aliases: names,
  acronyms: names,
  parents: names,
  related: names,
  implies: names,
  de: names,
  fr: names,
  es: names,
  asked: names,
  not: names,
  deeds: z.partialRecord(Language, z.array(z.string()).min(1)).optional(),
  guard: z
    .discriminatedUnion("kind", [
      z.strictObject({ kind: z.literal("exact") }),
      z.strictObject({ kind: z.literal("case"), forms: z.array(z.string()).min(1) }),
      z.strictObject({ kind: z.literal("context"), forms: z.array(z.string()).min(1), near: z.array(z.string()).min(1) }),
    ])
    .optional(),
});
const File = z.strictObject({
  version: z.iso.date(),
  about: z.string(),
  sources: z.array(z.string()).min(1),
  families: Words,
  objects: z.record(z.string(), z.partialRecord(Language, z.array(z.string()).min(1))),
  skills: z.array(FileSkill),
});

const raw = readFileSync(new URL("taxonomy.json", import.meta.url), "utf8");
const { skills } = readTaxonomy();
const folded = (name: string) =>
  tokensOf(name)
    .map(({ fold }) => fold)
    .join(" ");

describe("the skills file", () => {
  test("has its shape, a version and its sources", () => {
    expect(File.safeParse(JSON.parse(raw)).error?.issues ?? []).toEqual([]);
  });

  test("holds one skill a line, sorted by name", () => {
    const lines = raw.split("\n").filter((line) => line.startsWith('    {"name"'));
    expect(lines.length).toBe(skills.length);
    const order = skills.map(({ name }) => folded(name));
    expect(order).toEqual(order.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0)));
  });

  test("knows at least 900 skills and each kind of them", () => {
    expect(skills.length).toBeGreaterThanOrEqual(900);
    expect(new Set(skills.map(({ kind }) => kind))).toEqual(new Set(SKILL_KINDS));
  });

  test("gives every name, alias and foreign name to one skill only", () => {
    const owners = new Map<string, string>();
    const doubled: string[] = [];
    for (const skill of skills)
      for (const name of [skill.name, ...skill.aliases, ...skill.de, ...skill.fr, ...skill.es]) {
        const key = folded(name);
        if (key === "" || owners.has(key)) doubled.push(`${name} of ${skill.name}, also of ${owners.get(key)}`);
        owners.set(key, skill.name);
      }
    expect(doubled).toEqual([]);
  });

  test("gives every acronym to one skill only, in capitals", () => {
    const acronyms = skills.flatMap((skill) => skill.acronyms);
    expect(acronyms).toEqual([...new Set(acronyms)]);
    for (const acronym of acronyms) expect(acronym).toMatch(/^\p{Lu}[\p{Lu}\p{N}&/-]*s?$/u);
  });

  test("names only parents, related and implied skills that exist, never itself", () => {
    const known = new Set(skills.map(({ name }) => name));
    for (const { name, parents, related, implies } of skills)
      for (const other of [...parents, ...related, ...implies])
        expect(known.has(other) && other !== name, `${other} of ${name}`).toBe(true);
  });

  test("has no cycle of parents", () => {
    const parents = new Map(skills.map((skill) => [skill.name, skill.parents]));
    const climb = (name: string, path: readonly string[]): void => {
      expect(path, `${path.join(" > ")} > ${name}`).not.toContain(name);
      for (const parent of parents.get(name) ?? []) climb(parent, [...path, name]);
    };
    for (const { name } of skills) climb(name, []);
  });

  test("guards names it has", () => {
    const written = (skill: KnownSkill) => [skill.name, ...skill.aliases, ...skill.acronyms];
    for (const skill of skills)
      if (skill.guard && skill.guard.kind !== "exact") for (const form of skill.guard.forms) expect(written(skill)).toContain(form);
  });
});

describe("deeds", () => {
  const { families, objects } = readTaxonomy();

  test("are verbs and what they are done to, of lists that exist", () => {
    for (const { name, deeds } of skills)
      for (const [language, lines] of Object.entries(deeds))
        for (const line of lines) {
          expect(line, name).toMatch(/^~?[\p{L}+|-]+(?: @?[\p{L}\p{N}|@-]+)?$/u);
          for (const [, list = ""] of line.matchAll(/@(\p{L}+)/gu))
            expect(Object.keys(objects[list] ?? {}), `${list} of ${name}`).toContain(language);
        }
  });

  test("are listed once per skill and language", () => {
    for (const { name, deeds } of skills) for (const lines of Object.values(deeds)) expect(new Set(lines).size, name).toBe(lines.length);
  });

  test("are built on families that give a verb to one root only", () => {
    for (const lines of Object.values(families)) {
      const verbs = lines.flatMap((line) => (line.split("|")[0] ?? "").split(" ").filter((word) => word !== ""));
      expect(verbs.toSorted()).toEqual([...new Set(verbs)].toSorted());
    }
  });

  test("are listed beside names that only count when asked for, and phrases that contain a word of the skill", () => {
    for (const { name, asked, not } of skills) {
      for (const each of asked) expect(folded(each), name).not.toBe(folded(name));
      for (const each of not) expect(each, name).toMatch(/ /);
    }
  });
});
