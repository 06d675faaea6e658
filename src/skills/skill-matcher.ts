/** Matches one required skill, in whatever words, against a text. */

import { anyOf, phrasesOfAll } from "#language/phrases.ts";
import { soloStemOf, stemOf } from "#language/stems.ts";
import { tokensOf } from "#language/tokens.ts";
import { openUnspaced } from "#language/unspaced.ts";
import { readSkills, type SkillMention, type SkillText } from "./find-skills.ts";
import { withoutIntroduction } from "./introductions.ts";
import { openAsked } from "./match/find-asked.ts";
import { openImplied, partsOf } from "./match/implied.ts";
import { openPhrase } from "./phrase.ts";
import { openSkills, type Skills } from "./skill-index.ts";
import type { KnownSkill } from "./taxonomy.ts";

/** `skill` is null when the taxonomy does not know the words; they are then matched as a phrase. */
export type SkillMatch = Omit<SkillMention, "skill"> & {
  skill: KnownSkill | null;
  /**
   * "child": a kind of the required skill, such as PostgreSQL for SQL. "part": one of several skills in one requirement, as in
   * "Agile/Scrum".
   */
  as: "itself" | "child" | "part";
};

/** "part": a known skill among the words of an unknown one, such as Python for "Python beehive monitoring". */
export type Relation = "parent" | "sibling" | "related" | "part";
export type RelatedMention = SkillMention & { relation: Relation };

export type SkillMatcher = {
  /** As asked. */
  name: string;
  skill: KnownSkill | null;
  /** Evidence, in the order of the text. */
  find(text: string | SkillText): SkillMatch[];
  /** Matches that describe the work of another person, as in "led by"; `find` leaves them out. */
  ofOthers(text: string | SkillText): SkillMatch[];
  /** Evidence of other skills and deeds that implies this one: leadership implies communication. */
  implied(text: string | SkillText): SkillMention[];
  /** Near misses: never evidence. */
  related(text: string | SkillText): RelatedMention[];
};

/** Never throws; a name without any word finds nothing. */
export function openMatcher(name: string): SkillMatcher {
  const skills = openSkills();
  const skill = skillNamed(name, skills);
  const parts = skill ? [] : partsNamed(name, skills);
  const kinds = skill ? descendantsOf(skill, skills) : new Set(parts.flatMap((part) => [part, ...descendantsOf(part, skills)]));
  const relations = skill ? relationsOf(skill, skills) : wordsOf(name, kinds);
  const wanted = bareName(name);
  const phrase = openPhrase(wanted, skill !== null || parts.length > 0);
  const asked = openAsked(wanted, skill, kinds);
  const shownBy = new Set(skill ? [skill, ...kinds] : kinds);
  const implying = openImplied({ shownBy, parts: skill ? NO_PARTS : partsOf(readSkills(wanted), shownBy) }, skills);
  const unspaced = openUnspaced(wanted);
  const matchesIn = (read: SkillText): SkillMatch[] => {
    const asOf = (match: Omit<SkillMatch, "as">): SkillMatch => ({ ...match, as: relationTo(match.skill, skill, parts.length > 0) });
    const known: SkillMatch[] = [];
    for (const mention of read.mentions) if (mention.skill === skill || kinds.has(mention.skill)) known.push(asOf(mention));
    for (const mention of read.doubtful) if (mention.skill === skill) known.push(asOf(mention));
    const worded = phrase.find(read).map((match): SkillMatch => ({ ...match, skill, as: "itself" }));
    const inRuns = (unspaced?.find(read.text) ?? []).map(
      (range): SkillMatch => ({ ...range, ...NAMED, text: read.text.slice(range.from, range.to), skill }),
    );
    return merged(merged(merged(known, worded), inRuns), asked.find(read).map(asOf));
  };
  return {
    name,
    skill,
    find(text) {
      const read = readOf(text);
      const all = matchesIn(read);
      const isForeign = all.length > 0 ? asked.isForeign(read) : () => false;
      return all.filter((match) => !isForeign(match));
    },
    ofOthers(text) {
      const read = readOf(text);
      return matchesIn(read).filter(asked.isOfOthers(read));
    },
    implied(text) {
      const read = readOf(text);
      const isOfOthers = asked.isOfOthers(read);
      return implying(read).filter((mention) => !isOfOthers(mention));
    },
    related(text) {
      return readOf(text).mentions.flatMap((mention) => {
        const relation = relations.get(mention.skill);
        return relation === undefined ? [] : [{ ...mention, relation }];
      });
    },
  };
}

const readOf = (text: string | SkillText): SkillText => (typeof text === "string" ? readSkills(text) : text);

const NO_PARTS: ReadonlySet<KnownSkill> = new Set();
const NAMED = { how: "name", certainty: 1, as: "itself" } as const;

const relationTo = (found: KnownSkill | null, asked: KnownSkill | null, inParts: boolean): SkillMatch["as"] =>
  found === asked ? "itself" : asked === null && inParts ? "part" : "child";

/** The known skill that these words name: as they are, without introductions, or by the words in brackets. */
export function skillNamed(name: string, skills: Skills = openSkills()): KnownSkill | null {
  const inner = /\(([^()]{2,40})\)/.exec(name)?.[1];
  const outer = name.replace(/\([^()]*\)/g, " ");
  for (const words of inner === undefined ? [name] : [outer, inner, name]) {
    const all = tokensOf(words).map(({ raw }) => raw);
    const skill = formNamed(all, skills) ?? formNamed(withoutIntroduction(all), skills) ?? productNamed(withoutIntroduction(all), skills);
    if (skill) return skill;
  }
  return null;
}

const BETWEEN_NAMES = new RegExp(
  `\\s{0,2}[/,;&+|]\\s{1,2}|\\s{0,2}[/,;|]\\s{0,2}|\\s{1,2}${anyOf("skills", "and_or_in_names")}\\s{1,2}`,
  "iu",
);

/** Several known skills in one requirement: "Agile/Scrum", "Kubernetes and Helm". Empty when one of them is unknown. */
function partsNamed(name: string, skills: Skills): KnownSkill[] {
  const pieces = name.split(BETWEEN_NAMES).filter((piece) => piece.trim() !== "");
  if (pieces.length < 2) return sideBySide(name);
  const found = pieces.map((piece) => skillNamed(piece, skills));
  return found.includes(null) ? [] : [...new Set(found.flatMap((skill) => skill ?? []))];
}

/** "REST microservices": nothing but known skills. Empty when another word stands among them. */
function sideBySide(name: string): KnownSkill[] {
  const { mentions, tokens } = readSkills(name);
  const isCovered = tokens.every(({ from, to }) => mentions.some((mention) => mention.from <= from && to <= mention.to));
  return isCovered && mentions.length > 1 ? [...new Set(mentions.map(({ skill }) => skill))] : [];
}

/** "Strong beekeeping skills" asks for beekeeping; words in brackets stay. */
function bareName(name: string): string {
  const tokens = tokensOf(name);
  const words = withoutIntroduction(tokens.map(({ raw }) => raw));
  if (words.length === tokens.length || name.includes("(")) return name;
  const first = tokens.findIndex((_, at) => words.every((word, step) => tokens[at + step]?.raw === word));
  return name.slice(tokens[first]?.from ?? 0, tokens[first + words.length - 1]?.to ?? name.length);
}

/** "Python programming" asks for Python; "sales software" does not ask for sales. */
const SORTS = new Set(phrasesOfAll("skills", "sorts_of_software"));

function productNamed(words: readonly string[], skills: Skills): KnownSkill | null {
  const last = words.at(-1)?.toLowerCase();
  if (words.length < 2 || last === undefined || !SORTS.has(last)) return null;
  const skill = formNamed(words.slice(0, -1), skills);
  return skill && skill.name !== skill.name.toLowerCase() ? skill : null;
}

function formNamed(words: readonly string[], skills: Skills): KnownSkill | null {
  const tokens = tokensOf(words.join(" "));
  const [first] = tokens;
  if (!first) return null;
  const same = (keys: readonly string[], of: (at: number) => string | undefined) =>
    keys.length === tokens.length && keys.every((key, at) => key === of(at));
  const exact = skills.exact.get(first.fold)?.find(({ keys }) => same(keys, (at) => tokens[at]?.fold));
  if (exact) return exact.skill;
  const acronym = skills.acronyms.get(first.raw)?.find(({ keys }) => same(keys, (at) => tokens[at]?.raw));
  if (acronym) return acronym.skill;
  for (const language of ["en", "de", "fr", "es"] as const) {
    const keyOf = tokens.length > 1 ? stemOf : soloStemOf;
    const forms = skills.inflected(language).get(keyOf(first.raw, language));
    const inflected = forms?.find(({ keys }) => same(keys, (at) => keyOf(tokens[at]?.raw ?? "", language)));
    if (inflected) return inflected.skill;
  }
  return null;
}

function descendantsOf(skill: KnownSkill, skills: Skills): Set<KnownSkill> {
  const found = new Set<KnownSkill>();
  const waiting = [skill];
  for (let next = waiting.pop(); next; next = waiting.pop())
    for (const child of skills.children.get(next.name) ?? []) {
      if (found.has(child)) continue;
      found.add(child);
      waiting.push(child);
    }
  return found;
}

function relationsOf(skill: KnownSkill, skills: Skills): Map<KnownSkill, Relation> {
  const relations = new Map<KnownSkill, Relation>();
  for (const parent of skill.parents) for (const sibling of skills.children.get(parent) ?? []) relations.set(sibling, "sibling");
  for (const name of skill.related) relate(relations, skills.byName.get(name), "related");
  for (const name of skill.parents) relate(relations, skills.byName.get(name), "parent");
  for (const kind of descendantsOf(skill, skills)) relations.delete(kind);
  relations.delete(skill);
  return relations;
}

function relate(relations: Map<KnownSkill, Relation>, skill: KnownSkill | undefined, relation: Relation): void {
  if (skill) relations.set(skill, relation);
}

const wordsOf = (name: string, evidence: ReadonlySet<KnownSkill>): Map<KnownSkill, Relation> =>
  new Map(readSkills(name).mentions.flatMap(({ skill }) => (evidence.has(skill) ? [] : [[skill, "part"] as const])));

/**
 * In the order of the text; from `more` only those that overlap none of `matches` and none taken before. `matches` are sorted and do not
 * overlap.
 */
function merged(matches: readonly SkillMatch[], more: readonly SkillMatch[]): SkillMatch[] {
  if (more.length === 0) return [...matches];
  const all: SkillMatch[] = [];
  let next = 0;
  let end = 0;
  for (const match of more.toSorted(byPlace)) {
    while ((matches[next]?.to ?? Number.POSITIVE_INFINITY) <= match.from) next += 1;
    if (match.from < end || (matches[next]?.from ?? Number.POSITIVE_INFINITY) < match.to) continue;
    all.push(match);
    end = match.to;
  }
  return [...matches, ...all].sort(byPlace);
}

const byPlace = (a: SkillMatch, b: SkillMatch): number => a.from - b.from;
