/**
 * Likelihood that a skill named in a statement is one the candidate needs. Constants are log-odds, set by hand from how often each sign
 * occurred with a wanted skill in annotated ads of two kinds, and rounded.
 */

import type { SkillKind } from "#contract/recruiting/skill.ts";
import { anyOf, asWord } from "#language/phrases.ts";
import type { SkillMention } from "#skills/find-skills.ts";
import { reachesEnd } from "#skills/reaches-end.ts";
import { openSkills } from "#skills/skill-index.ts";
import type { KnownSkill } from "#skills/taxonomy.ts";
import type { PartKind } from "./headings.ts";
import type { AdStatement } from "./statements.ts";
import { IS_JOB_NOUN } from "./title/job-nouns.ts";
import type { Wording } from "./wording.ts";

const START = 0.4;
const PART: Readonly<Record<PartKind, number>> = {
  tags: 1.6,
  wishes: 1.2,
  requirements: 0.6,
  duties: 0,
  intro: -0.1,
  facts: -0.5,
  company: -1.8,
  offer: -9,
  applying: -9,
  legal: -9,
};
const WORDING: Readonly<Record<Wording, number>> = { asks: 0.6, wishes: 0.7, tasks: -0.1, plain: -0.3 };
const KIND: Readonly<Record<SkillKind, number>> = {
  technical: 0.1,
  process: 0.2,
  "soft skill": -0.4,
  language: -0.4,
  certification: -0.6,
  domain: -0.9,
};
const HOW: Readonly<Record<SkillMention["how"], number>> = { name: 0.5, alias: -0.1, acronym: 0, inflected: -0.8 };
/** "Experience with X", "strong X". */
const ASKED_BEFORE = 0.8;
/** "X skills". */
const ASKED_AFTER = 0.6;
/** A language or a degree that is asked for. */
const ASKED_FORMAL = 1;
/** "Our team uses X". */
const OF_THE_COMPANY = -0.7;
const PROPER_NAME = 1;
const SEVERAL_WORDS = 0.15;
/** A language without a word about speaking it: "our Danish customers". */
const ORIGIN = -1.2;
/** "Product manager": a person, not a skill. */
const PERSON = -1;
/** "Innovative", "passionate": ads use these words for themselves too. */
const EVERYDAY = -0.4;
/** Factor for the logarithm of the number of its kinds: "engineering" is less specific than "firmware". */
const BROAD = 0.1;
const BROAD_CHILDREN_MAX = 15;
/** An item of a list. */
const BULLET = 0.2;
/** Names of organisations or places, blanked out. */
const PLACEHOLDER = -0.3;

const BEFORE = new RegExp(`${anyOf("job_ads", "asked_before")}\\b`, "giu");
const AFTER = new RegExp(`^[\\s,/()\\w-]{0,25}\\b${anyOf("job_ads", "asked_after")}`, "iu");
const COMPANY_SPEAKS = new RegExp(asWord(anyOf("job_ads", "company_speaks")), "iu");
/** Also the levels of the Common European Framework of Reference. */
const SPOKEN = new RegExp(asWord(`(?:${anyOf("job_ads", "spoken")}|[bc][12])`), "iu");
/** Characters before a mention that are examined. */
const BEFORE_CHARS = 80;
const AFTER_CHARS = 50;
/** How far words of request have effect. */
const ASKED_REACH = { charactersMax: 45, mark: /[.;:]/ };

/** Signs of the whole statement: the same for every skill in it. */
export type SkillSigns = {
  odds: number;
  companySpeaks: boolean;
  spoken: boolean /** Not in English: the names we know are translations, as good as names. */;
  foreign: boolean;
};

export const signsOf = ({ text, part, bullet }: AdStatement, wording: Wording, foreign: boolean): SkillSigns => ({
  odds: START + PART[part] + WORDING[wording] + (/<[A-Z_]+>/.test(text) ? PLACEHOLDER : 0) + (bullet ? BULLET : 0),
  foreign,
  companySpeaks: COMPANY_SPEAKS.test(text),
  spoken: SPOKEN.test(text),
});

/** 0..1; `text` is the whole statement. */
export function likelihoodOf(mention: SkillMention, text: string, signs: SkillSigns): number {
  const { kind } = mention.skill;
  const asked = askedAt(text, mention);
  let odds = signs.odds + KIND[kind] + HOW[signs.foreign && mention.how === "alias" ? "name" : mention.how] + asked;
  if (asked > 0 && kind === "certification") odds += ASKED_FORMAL;
  if (kind === "language") odds += signs.spoken ? ASKED_FORMAL : ORIGIN;
  if (namesPerson(mention.text)) odds += PERSON;
  if (asked === 0 && signs.companySpeaks) odds += OF_THE_COMPANY;
  if (isProper(mention.skill) && kind === "technical") odds += PROPER_NAME;
  if (asked === 0 && kind === "soft skill") odds += EVERYDAY;
  odds -= BROAD * Math.log2(1 + Math.min(BROAD_CHILDREN_MAX, openSkills().children.get(mention.skill.name)?.length ?? 0));
  if (/[\s-]/.test(mention.text)) odds += SEVERAL_WORDS;
  return 1 / (1 + Math.exp(-odds));
}

function askedAt(text: string, { from, to }: SkillMention): number {
  if (reachesEnd(text.slice(Math.max(0, from - BEFORE_CHARS), from), BEFORE, ASKED_REACH)) return ASKED_BEFORE;
  return AFTER.test(text.slice(to, to + AFTER_CHARS)) ? ASKED_AFTER : 0;
}

const isProper = (skill: KnownSkill): boolean => skill.name !== skill.name.toLowerCase();

/** "Product manager", "cook": a person who does it. */
export const namesPerson = (words: string): boolean => IS_JOB_NOUN.test(words.slice(words.search(/(?<!\S)\S+$/)));
