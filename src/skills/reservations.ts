/** Words around a skill that negate or weaken it: "no experience with", "would like to learn", "basic". */
import { reachesEnd, restAfter } from "./reaches-end.ts";
import { isLatin, reservationByScript } from "./reservations-by-script.ts";

export type Reservation = "negated" | "wish" | null;

/** Ends of clauses: words beyond one do not refer to this side. */
const CLAUSE = /[.;:!?\n]\s|\s(?:but|however|although|yet|aber|jedoch|mais|pero|ma|maar)\s/giu;
/** "no", "without": what follows is absent, whether the skill itself or experience with it. */
const NOTHING =
  /(?:\b(?:no|zero|without|kein\p{L}{0,2}|ohne|sans|aucune?|sin|ning[uú]n\p{L}{0,2}|senza|nessun\p{L}?|sem|nenhum\p{L}{0,2}|geen|zonder)|\black(?:s|ing)?(?: of)?|\bpas (?:de|d['’]))\s{1,2}/giu;
const ADJECTIVE =
  /^(?:any|prior|previous|practical|real|direct|professional|commercial|hands-on|formal|much|significant|the|vorherige|praktische|echte)\s+/iu;
const EXPERIENCE =
  /^(?:experience|knowledge|skills?|exposure|background|training|certification|certificate|licen[cs]e|expertise|erfahrung(?:en)?|kenntnisse?|wissen|expérience|connaissances?|notions|experiencia|conocimientos?|esperienza|conoscenza|experiência|conhecimentos?|ervaring|kennis)\s+/iu;
const WITH = /^(?:with|in|of|using|on|as|mit|im|von|als|avec|en|de|d['’]|du|con|di|com|met|van)\s+/iu;
/** "never worked", "have not used": something was not done. */
const NEVER =
  /(?:\b(?:not|never|cannot|nicht|nie|jamais|nunca|nooit|niet)|n['’]t)\s+(?:yet\s+|ever\s+|personally\s+)?(?:used?|using|work(?:ed|ing)?|written|write|touched|tried|learn(?:ed|t)?|studied|familiar|experienced|proficient|trained|certified|know|known|done|had|have|been|gearbeitet|verwendet|benutzt|genutzt|gelernt|vertraut|utilisé|travaillé|appris|usado|trabajado|aprendido)\s+/giu;
/** Between the items of an enumeration. */
const SEPARATOR = /,|\/|\b(?:or|and|nor|oder|und|ou|et|o|y|ni|e|of|en)\b/iu;
const ITEM_WORDS_MAX = 4;
const NOT_NEGATED = /\b(?:not only|not just|not merely|nicht nur|pas seulement|no s[oó]lo|non solo|no less than|no later than)\b/iu;
const NEGATED_AFTER = [
  /^\s*[:(–—-]+\s*(?:none|no(?:ne)? experience|no|not yet|keine|aucune?|ninguna?|nessuna?|geen)\b/iu,
  /^(?:\s+\p{L}+){0,4}\s+(?:nie|nicht|noch nicht)\s+(?:gearbeitet|verwendet|benutzt|genutzt|eingesetzt|gelernt)/iu,
];
const WISH =
  /\b(?:want(?:s|ing)? to|would (?:like|love) to|hop(?:e|es|ing) to|eager to|keen (?:to|on)|excited to|plan(?:s|ning)? to|aim(?:s|ing)? to|aspir(?:e|es|ing) to|look(?:s|ing)? (?:to|for)|seek(?:s|ing)?|interest(?:ed)? in|willing(?:ness)? to|ready to|motivated to|curious about|objective|to learn|to obtain|to gain|möchte|will lernen|interess(?:e|iert|iere mich) (?:an|für)|souhait(?:e|ant)|intéressée? par|en cours d['’]apprentissage|quiero|me gustaría|interesad[oa] en|vorrei|gostaria)\b/giu;
const LEARNING =
  /(?:^\s{0,2}|\b(?:currently|now|still|am|is|i['’]m|self-)\s{1,2})(?:learning|studying|exploring|aprendiendo|lerne(?: gerade)?)\s/giu;
const WISH_AFTER =
  /^\s*[(–—:-]+\s*(?:currently )?(?:learning|in progress|planned|on my list|geplant|in ausbildung|en cours|en curso|aprendiendo)\b/iu;
const WEAK_BEFORE =
  /\b(?:basics?(?: of| in)?|beginner(?:'s)?(?: in)?|elementary|introductory|rudimentary|limited|some(?: experience| knowledge)?(?: with| of| in)?|familiar(?:ity)? with|exposure to|aware(?:ness)? of|grundkenntnisse(?: in)?|grundlagen|erste erfahrungen(?: mit| in)?|notions? (?:de|d['’]|en)|bases? (?:de|en)|conocimientos? básicos? (?:de|en)|básico)\s*$/iu;
const WEAK_AFTER =
  /^\s{0,2}[(:–—-]*\s{0,2}(?:basics?\b|beginner|elementary|novice|grundkenntnisse|anfänger|débutant|notions|básico|principiante|from an? (?:evening |online |short )?course)/iu;

/** The reservation for characters `from`…`to` of a statement. */
export function reservationOf(text: string, from: number, to: number): Reservation {
  const before = lastClause(text.slice(0, from));
  const after = text.slice(to, to + 80);
  const foreign = isLatin(text) ? null : reservationByScript(before, after);
  if (foreign !== null) return foreign;
  if (WISH_AFTER.test(after) || isWished(before)) return "wish";
  if (NEGATED_AFTER.some((pattern) => pattern.test(after))) return "negated";
  return !NOT_NEGATED.test(before) && isNegated(before) ? "negated" : null;
}

const SENTENCE_END = /[.;!?]/;

function isWished(before: string): boolean {
  return (
    reachesEnd(before, WISH, { charactersMax: 120, mark: SENTENCE_END }) ||
    reachesEnd(before, LEARNING, { charactersMax: 60, mark: SENTENCE_END })
  );
}

function isNegated(before: string): boolean {
  const nothing = restAfter(before, NOTHING);
  if (nothing !== null && isEnumeration(stripped(nothing, [ADJECTIVE, ADJECTIVE, EXPERIENCE, WITH]), 0)) return true;
  const never = restAfter(before, NEVER);
  return never !== null && isEnumeration(stripped(never, [WITH, ADJECTIVE]), ITEM_WORDS_MAX - 1);
}

function stripped(text: string, patterns: readonly RegExp[]): string {
  return patterns.reduce((rest, pattern) => rest.replace(pattern, ""), text);
}

/** Nothing, or earlier items of the same enumeration, or at most `looseWords` other words. */
function isEnumeration(text: string, looseWords: number): boolean {
  const items = text.split(SEPARATOR).map((item) => item.split(/\s+/).filter((word) => word !== "").length);
  const last = items.pop() ?? 0;
  return last <= looseWords && items.every((words) => words <= ITEM_WORDS_MAX);
}

/** Whether the words are qualified as a low level. */
export function isWeak(text: string, from: number, to: number): boolean {
  return WEAK_BEFORE.test(lastClause(text.slice(0, from)).slice(-60)) || WEAK_AFTER.test(text.slice(to, to + 60));
}

const CLAUSE_CHARACTERS_MAX = 240;

function lastClause(before: string): string {
  const near = before.slice(-CLAUSE_CHARACTERS_MAX);
  let start = 0;
  for (const end of near.matchAll(CLAUSE)) start = end.index + end[0].length;
  return near.slice(start);
}
