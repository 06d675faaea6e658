/**
 * Recognises skills by what somebody did ("deeds"): "Led a night shift" is leadership. The skills file lists deeds as verbs and their
 * objects: "lead|head @people", "sell", "look+after child|baby" (`+` a word that must follow the verb, `@` a list of the file's `objects`, `~` before
 * deeds that only imply the skill).
 */
import { memo } from "#contract/memo.ts";
import { append } from "#documents/long-lists.ts";
import { phrasesOfAll } from "#language/phrases.ts";
import type { StemmedLanguage } from "#language/stems.ts";
import { foldWord, type Token } from "#language/tokens.ts";
import type { SkillText } from "#skills/find-skills.ts";
import { openSkills } from "#skills/skill-index.ts";
import type { KnownSkill } from "#skills/taxonomy.ts";
import { isSeparable } from "./german-root.ts";
import { AND, isTransparent, LINKS } from "./grammar.ts";
import {
  breaksBefore,
  commaBefore,
  hasVerbForm,
  isCapital,
  isHead,
  isVerb,
  objectAfter,
  objectBefore,
  type ParsedStatement,
  parsedStatementOf,
} from "./statement.ts";
import { rootOf, withS } from "./word-families.ts";

/** `from` and `to` are offsets in the text, in UTF-16 units; `to` is exclusive. `weak`: it only implies the skill. */
export type DeedMention = { skill: KnownSkill; from: number; to: number; weak: boolean };

type Deed = {
  skill: KnownSkill;
  weak: boolean;
  particle: string | null;
  /** Null when the verb is enough. English ones are folded words ("offices" differs from "officers"); others are roots. */
  objects: ReadonlySet<string> | null;
  /** Those of them that must not be an attribute. */
  heads: ReadonlySet<string>;
  /** Folded words that a German compound may end with. */
  tails: ReadonlySet<string>;
};
/** By the root of the verb. */
type Deeds = ReadonlyMap<string, readonly Deed[]>;

/** Deeds of every skill, in the order of the text; at most one per skill and verb. Linear in the text. */
export const deedsIn = memo((read: SkillText): readonly DeedMention[] => find(parsedStatementOf(read)), new WeakMap());

function find(statement: ParsedStatement): DeedMention[] {
  const mentions: DeedMention[] = [];
  for (const language of statement.languages) {
    const deeds = deedsOf(language);
    for (const [at, root] of statement.roots(language).entries()) {
      const candidates = (language === "de" ? deeds.get(wholeRoot(statement, at)) : undefined) ?? deeds.get(root);
      if (candidates && isDone(statement, language, at))
        append(
          mentions,
          candidates.flatMap((deed) => mentionOf(statement, language, at, deed) ?? []),
        );
    }
  }
  return mentions.sort((a, b) => a.from - b.from);
}

/** "Responsible for", "in charge of". */
const STATES = new Set(["responsible", "charge"]);
const CLAUSE_TOKENS = 14;

/** The root with the prefix that a German verb moves to the end of its clause: "wertete … aus" belongs to "auswerten". */
function wholeRoot({ tokens }: ParsedStatement, at: number): string {
  for (let next = at + 1; next <= at + CLAUSE_TOKENS; next++) {
    const fold = tokens[next]?.fold ?? "";
    const after = tokens[next + 1];
    if (isSeparable(fold) && (breaksBefore(after) || commaBefore(after) || AND.has(after?.fold ?? "")))
      return rootOf(`${fold}${tokens[at]?.fold}`, "de");
    if (breaksBefore(after)) return "";
  }
  return "";
}

/** Other languages than English describe deeds with nouns as often as with verbs. */
function isDone({ tokens }: ParsedStatement, language: StemmedLanguage, at: number): boolean {
  return language !== "en" || STATES.has(tokens[at]?.fold ?? "") || isVerb(tokens, at) || tokens[at + 1]?.fold === "of";
}

/** Words after a verb that make it another person's deed ("taught by") or give it another meaning ("sold out"). */
const AWAY: ReadonlySet<string> = new Set(phrasesOfAll("skills", "not_the_doer"));

function mentionOf(statement: ParsedStatement, language: StemmedLanguage, at: number, deed: Deed): DeedMention | null {
  const { tokens } = statement;
  const verb = deed.particle === null ? at : particleAt(statement, at, deed.particle);
  if (verb === null) return null;
  let object: number | null = verb;
  if (deed.objects === null) {
    if (AWAY.has(tokens[verb + 1]?.fold ?? "")) return null;
    if (deed.particle === null && !saysEnough(statement, language, at)) return null;
  } else {
    const accepts = accepting(statement, language, deed);
    object = objectAfter(statement, language, verb, accepts);
    if (object === null && language === "de") object = objectBefore(statement, language, at, accepts);
  }
  if (object === null || (language === "en" && isTitle(tokens, at, object, deed.heads.size > 0))) return null;
  const from = tokens[Math.min(at, object)]?.from ?? 0;
  return { skill: deed.skill, weak: deed.weak, from, to: tokens[Math.max(at, object)]?.to ?? from };
}

/** Endings of verbs, for texts too short to detect their language: "Media" does not belong to "mediar". */
const VERBAL: Record<StemmedLanguage, RegExp> = {
  en: /(?:ed|ing)$/,
  de: /(?:\p{L}{3}te|\p{L}{2}ten|ge\p{L}{3,30}t|\p{L}{4}en|\p{L}{4}t|ung)$/u,
  fr: /(?:ée?s?|[^aeo]us?|[ltr]is?)$/,
  es: /(?:[éíó]|[ai]d[oa]s?|[aei]r|[ae]ndo)$/,
};

/** Whether a verb without object cannot be a noun. */
function saysEnough({ tokens, sure }: ParsedStatement, language: StemmedLanguage, at: number): boolean {
  const token = tokens[at];
  if (!token) return false;
  if (language !== "en") return sure || VERBAL[language].test(token.raw.toLowerCase()) || LINKS[language].has(tokens[at + 1]?.fold ?? "");
  if (hasVerbForm(token)) return true;
  // In "Code reviews" and "program committee" it is a noun; an article or a figure after it shows a verb.
  const next = tokens[at + 1];
  return next?.gap === " " && isTransparent(next.fold, "en") && !AND.has(next.fold);
}

/** "Lead Data Analyst", "Teaching Assistant": a role, not a deed. */
function isTitle(tokens: readonly Token[], at: number, object: number, headed: boolean): boolean {
  const verb = tokens[at];
  const next = tokens[at + 1];
  if (!verb || !next || object <= at || !isCapital(verb) || !isCapital(next)) return false;
  const bare = !hasVerbForm(verb);
  return (bare && (headed || object > at + 1)) || (headed && verb.fold.endsWith("ing"));
}

function accepting(statement: ParsedStatement, language: StemmedLanguage, { objects, heads, tails }: Deed): (at: number) => boolean {
  const roots = statement.roots(language);
  return (at) => {
    const fold = statement.tokens[at]?.fold ?? "";
    if (language === "en") return objects?.has(fold) === true && (!heads.has(fold) || isHead(statement, at));
    return objects?.has(roots[at] ?? "") === true || (language === "de" && endsWithOne(fold, tails));
  };
}

const TAIL_CHARS_MIN = 4;

/** "Projektteam" is a team. */
function endsWithOne(fold: string, tails: ReadonlySet<string>): boolean {
  for (let from = 2; from <= fold.length - TAIL_CHARS_MIN; from++) if (tails.has(fold.slice(from))) return true;
  return false;
}

/** "Looked closely after": at most one word between. */
function particleAt({ tokens }: ParsedStatement, at: number, particle: string): number | null {
  for (const next of [at + 1, at + 2]) if (tokens[next]?.fold === particle) return next;
  return null;
}

const deedsOf = memo(readDeeds);

function readDeeds(language: StemmedLanguage): Deeds {
  const { skills, objects } = openSkills().taxonomy;
  const deeds = new Map<string, Deed[]>();
  for (const skill of skills)
    for (const line of skill.deeds[language] ?? []) {
      const weak = line.startsWith("~");
      const [verbs = "", things = ""] = line.slice(weak ? 1 : 0).split(" ");
      const words = things === "" ? [] : things.split("|");
      const listed = words.flatMap((word) => (word.startsWith("@") ? (objects[word.slice(1)]?.[language] ?? []) : []));
      const keysOf = (word: string) => (language === "en" ? withS(foldWord(word)) : [rootOf(word, language)]);
      const heads = new Set(listed.flatMap(keysOf));
      const plain = words.filter((word) => !word.startsWith("@")).flatMap(keysOf);
      const tails = new Set([...listed, ...words].map(foldWord));
      for (const verb of verbs.split("|")) {
        const [lemma = "", particle = null] = verb.split("+");
        const deed: Deed = { skill, weak, particle, objects: words.length === 0 ? null : new Set([...heads, ...plain]), heads, tails };
        const root = rootOf(lemma, language);
        deeds.set(root, [...(deeds.get(root) ?? []), deed]);
      }
    }
  return deeds;
}
