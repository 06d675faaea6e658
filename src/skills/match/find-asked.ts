/** Finds one required skill by more than its names: deeds, its words apart, and names that are too ambiguous to search for in general. */

import { firstWhere } from "#contract/bisect.ts";
import { type Token, tokensOf } from "#language/tokens.ts";
import type { SkillMention, SkillText } from "#skills/find-skills.ts";
import type { KnownSkill } from "#skills/taxonomy.ts";
import { openAskedNames, overlaps, type Range } from "./asked-names.ts";
import { deedsIn } from "./deeds.ts";
import { isInOrganisation } from "./organisations.ts";
import { openScattered } from "./scattered.ts";
import { hasVerbForm, isHead, isPassive, type ParsedStatement, parsedStatementOf } from "./statement.ts";

/** `skill` is null for words that the taxonomy does not know. */
export type AskedMatch = Omit<SkillMention, "skill"> & { skill: KnownSkill | null };

export type AskedSkill = {
  find(read: SkillText): AskedMatch[];
  /** Returns a test for false matches: in a phrase with another meaning, another person's deed, or in the name of a company or a school. */
  isForeign(read: SkillText): (match: AskedMatch) => boolean;
  /** Returns a test for another person's deed alone. */
  isOfOthers(read: SkillText): (match: Range) => boolean;
};

/** Certainty that words apart mean the name; ambiguous names have a little more. */
const CERTAINTY = { inflected: 0.75, alias: 0.8 } as const;

/** `name` without introductions such as "skills"; `kinds` are evidence too. */
export function openAsked(name: string, skill: KnownSkill | null, kinds: ReadonlySet<KnownSkill>): AskedSkill {
  const scattered = openScattered(tokensOf(name), skill !== null, skill ? namesOf(skill) : []);
  const names = openAskedNames(skill);
  return {
    find(read) {
      const statement = parsedStatementOf(read);
      const matches: AskedMatch[] = [];
      const add = (owner: KnownSkill | null, { from, to }: Range, how: "alias" | "inflected") =>
        matches.push({ skill: owner, from, to, text: read.text.slice(from, to), how, certainty: CERTAINTY[how] });
      for (const range of names.asked(statement)) add(skill, range, "alias");
      for (const deed of deedsIn(read))
        if (!deed.weak && (deed.skill === skill || kinds.has(deed.skill))) add(deed.skill, deed, "inflected");
      for (const range of scattered.find(statement)) add(skill, range, "inflected");
      return matches;
    },
    isForeign(read) {
      const statement = parsedStatementOf(read);
      const others = names.not(statement);
      return (match) => others.some((phrase) => overlaps(phrase, match)) || isElsewhere(statement, match);
    },
    isOfOthers(read) {
      const { tokens } = parsedStatementOf(read);
      return ({ to }) => isPassive(tokens, tokenAt(tokens, to - 1));
    },
  };
}

function isElsewhere(statement: ParsedStatement, match: AskedMatch): boolean {
  const { tokens } = statement;
  const first = tokenAt(tokens, match.from);
  const last = tokenAt(tokens, match.to - 1);
  if (isPassive(tokens, last)) return true;
  // "Managed team calendars" is about calendars.
  if (first < last && match.skill?.kind === "soft skill" && hasVerbForm(tokens[first]) && !isHead(statement, last)) return true;
  const proper = match.skill !== null && match.skill.name !== match.skill.name.toLowerCase();
  return isInOrganisation(tokens, first, last, proper);
}

/** Index of the token that ends after an offset; else of the last one. */
const tokenAt = (tokens: readonly Token[], offset: number): number => firstWhere(tokens.length - 1, (i) => (tokens[i]?.to ?? 0) > offset);

/** Proper names have no deeds. */
const namesOf = ({ name, aliases }: KnownSkill): string[] => [name, ...aliases].filter((each) => each === each.toLowerCase());
