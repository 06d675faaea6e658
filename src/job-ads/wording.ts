/** The wording of an ad: requirements, wishes, and statements about the candidate. */

import { smallest } from "#documents/long-lists.ts";

/** Words before something that the candidate has or needs. */
const ASKS =
  /(?<![\p{L}\p{N}])(?:must|required?|requirements?|essential|mandatory|experience (?:with|in|of|as|from|working|using|building)|experienced? (?:in|with)|years?(?:'|’)? (?:of )?(?:\w+ ){0,3}experience|knowledge (?:of|in|about)|understanding of|proficien(?:t|cy)|fluen(?:t|cy|tly)|familiar(?:ity)? with|expertise (?:in|with)|skilled in|skills?|abilit(?:y|ies)|able to|degree|diploma|background (?:in|with|within)|qualified|certifi(?:ed|cate|cation)|you(?:'ll| will)? (?:have|are|possess|bring|need|hold|know|enjoy|master)|you(?:'|’)re|passion(?:ate)? (?:for|about)|competenc(?:e|ies) (?:in|within)|track record|(?:ideal|successful) candidate|we expect|strong|solid|excellent|proven|hands[- ]on|comfortable (?:with|in|working)|mindset|erfahrung(?:en)? (?:in|mit|im)|kenntnisse|abgeschlossene|sie (?:haben|sind|verfügen|bringen)|du (?:hast|bist|bringst)|idealerweise|fähigkeit|voraussetzung|vous (?:avez|êtes|maîtrisez|possédez)|maîtrise|connaissances?|expérience|diplôme|capacité|experiencia|conocimientos?|dominio|titulación|capacidad|imprescindible|nivel)(?![\p{L}\p{N}])/iu;
/** Words for something that is only welcome. */
const WISHES =
  /(?<![\p{L}\p{N}])(?:nice[- ]to[- ]have|prefer(?:red|ably|able|ence)?|a (?:big |huge |definite |strong |real )?(?:plus|bonus|advantage|asset)|advantage(?:ous)?|desirable|desired|bonus|optional(?:ly)?|ideally|beneficial|would be (?:great|good|nice|a plus|an advantage|helpful)|not (?:required|necessary|mandatory)|von vorteil|wünschenswert|idealerweise|gerne auch|un (?:plus|atout)|serait un|souhaitée?s?|souhaitable|apprécié\w{0,2}|idéalement|(?:se )?valorará\w?|valorables?|deseable|preferible(?:mente)?)(?![\p{L}\p{N}])/iu;
/** Words before what the person will do. */
const TASKS =
  /(?<![\p{L}\p{N}])(?:you(?:'ll| will| would)|will be (?:responsible|working)|responsible for|responsibilit(?:y|ies) (?:for|include)|your (?:tasks?|role|work|job)|tasks? (?:include|are|will)|candidate will|sie (?:betreuen|übernehmen|entwickeln|planen)|ihre aufgabe|vous (?:serez|assurez|aurez)|en charge de|te encargarás|serás responsable)(?![\p{L}\p{N}])/iu;

export type Wording = "asks" | "wishes" | "tasks" | "plain";

export function wordingOf(statement: string): Wording {
  if (WISHES.test(statement)) return "wishes";
  if (ASKS.test(statement)) return "asks";
  return TASKS.test(statement) ? "tasks" : "plain";
}

/** Whether the statement says that a person has or needs something. */
export const asksIn = (statement: string): boolean => ASKS.test(statement);

const MUST =
  /(?<![\p{L}\p{N}])(?:must|required|essential|mandatory|necessary|imprescindible|zwingend|erforderlich|obligatoire|exigée?)(?![\p{L}\p{N}])/giu;

/** `from` inclusive, `to` exclusive, in characters of the statement. */
export type Span = { from: number; to: number };

/**
 * The parts of a statement that are only a wish: text after "preferably", "nice to have:" and the like, and text before "is a plus", "(nice
 * to have)", "von Vorteil". In "Java, preferably with Kafka" and "Java is a must, Kafka a plus" Kafka is a wish.
 */
export function wishesIn(statement: string): Span[] {
  const musts = [...statement.matchAll(MUST)].filter(({ index }) => !NEGATED.test(statement.slice(0, index)));
  return [...statement.matchAll(WISHES_ALL)].map(({ index, 0: words }) => {
    const must = musts.findLast((each) => each.index + each[0].length <= index);
    const start = Math.max(clauseStart(statement, index), must ? must.index + must[0].length : 0);
    const leads = LEADS.test(words) || BARE.test(statement.slice(start, index)) || ANNOUNCES.test(statement.slice(index + words.length));
    return leads
      ? { from: index, to: clauseEnd(statement, index) }
      : { from: itemStart(statement, start, index), to: index + words.length };
  });
}

const WISHES_ALL = new RegExp(WISHES.source, "giu");
/** Excludes the requirement in "not required". */
const NEGATED = /(?<![\p{L}\p{N}])not $/iu;
/** Words that always refer to what follows. */
const LEADS = /^(?:preferably|ideally|optionally|idealerweise|gerne auch|idéalement|preferiblemente)$/iu;
/** Nothing that could be a wish precedes it. */
const BARE = /^(?:[^\p{L}]|it(?:['’]s)?\b|is\b|would\b|also\b|and\b|but\b|as\b)*$/iu;
/** "Preferred skills: …" */
const ANNOUNCES = /^(?: [\p{L}&]{1,20}){0,3} ?:/u;

/** Sentences and clauses end at full stops and semicolons, but not at a point within a name such as Node.js. */
const clauseStart = (text: string, at: number): number =>
  Math.max(text.lastIndexOf(";", at), text.lastIndexOf(". ", at - 1), text.lastIndexOf("• ", at)) + 1;

function clauseEnd(text: string, at: number): number {
  const ends = [text.indexOf(";", at), text.indexOf(". ", at)].filter((end) => end >= 0);
  return Math.min(text.length, smallest(ends));
}

/** In brackets it refers to the one item before them; after a list of a requirement and another item, to the latter. */
function itemStart(text: string, start: number, at: number): number {
  const before = text.slice(start, at);
  const bracket = /\(\s?$/.test(before);
  const comma = before.lastIndexOf(",");
  if (comma < 0) return start;
  if (bracket) return start + comma;
  const isOther = ASKS.test(before.slice(0, comma)) && !/(?<!\p{L})(?:and|or|und|oder|et|ou|y|o)(?!\p{L})/u.test(before.slice(comma));
  return isOther ? start + comma : start;
}
