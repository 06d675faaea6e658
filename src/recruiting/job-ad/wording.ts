/** How an ad asks: what is a must, what a wish, and which statements speak of the candidate at all. */

/** Says that the candidate has or needs what follows. */
const ASKS =
  /(?<![\p{L}\p{N}])(?:must|required?|requirements?|essential|mandatory|experience (?:with|in|of|as|from|working|using|building)|experienced? (?:in|with)|years?(?:'|’)? (?:of )?(?:\w+ ){0,3}experience|knowledge (?:of|in|about)|understanding of|proficien(?:t|cy)|fluen(?:t|cy|tly)|familiar(?:ity)? with|expertise (?:in|with)|skilled in|skills?|abilit(?:y|ies)|able to|degree|diploma|background (?:in|with|within)|qualified|certifi(?:ed|cate|cation)|you(?:'ll| will)? (?:have|are|possess|bring|need|hold|know|enjoy|master)|you(?:'|’)re|passion(?:ate)? (?:for|about)|competenc(?:e|ies) (?:in|within)|track record|(?:ideal|successful) candidate|we expect|strong|solid|excellent|proven|hands[- ]on|comfortable (?:with|in|working)|mindset|erfahrung(?:en)? (?:in|mit|im)|kenntnisse|abgeschlossene|sie (?:haben|sind|verfügen|bringen)|du (?:hast|bist|bringst)|idealerweise|fähigkeit|voraussetzung|vous (?:avez|êtes|maîtrisez|possédez)|maîtrise|connaissances?|expérience|diplôme|capacité|experiencia|conocimientos?|dominio|titulación|capacidad|imprescindible|nivel)(?![\p{L}\p{N}])/iu;
/** Says that it would be welcome only. */
const WISHES =
  /(?<![\p{L}\p{N}])(?:nice[- ]to[- ]have|prefer(?:red|ably|able|ence)?|a (?:big |huge |definite |strong |real )?(?:plus|bonus|advantage|asset)|advantage(?:ous)?|desirable|desired|bonus|optional(?:ly)?|ideally|beneficial|would be (?:great|good|nice|a plus|an advantage|helpful)|not (?:required|necessary|mandatory)|von vorteil|wünschenswert|idealerweise|gerne auch|un (?:plus|atout)|serait un|souhaitée?s?|souhaitable|apprécié\w{0,2}|idéalement|(?:se )?valorará\w?|valorables?|deseable|preferible(?:mente)?)(?![\p{L}\p{N}])/iu;
/** Says what the person will do. */
const TASKS =
  /(?<![\p{L}\p{N}])(?:you(?:'ll| will| would)|will be (?:responsible|working)|responsible for|responsibilit(?:y|ies) (?:for|include)|your (?:tasks?|role|work|job)|tasks? (?:include|are|will)|candidate will|sie (?:betreuen|übernehmen|entwickeln|planen)|ihre aufgabe|vous (?:serez|assurez|aurez)|en charge de|te encargarás|serás responsable)(?![\p{L}\p{N}])/iu;

export type Wording = "asks" | "wishes" | "tasks" | "plain";

export function wordingOf(statement: string): Wording {
  if (WISHES.test(statement)) return "wishes";
  if (ASKS.test(statement)) return "asks";
  return TASKS.test(statement) ? "tasks" : "plain";
}

const MUST =
  /(?<![\p{L}\p{N}])(?:must|required|essential|mandatory|necessary|imprescindible|zwingend|erforderlich|obligatoire|exigée?)(?![\p{L}\p{N}])/iu;
/** A wish that also says must speaks of several skills: the words after "preferably" are the wish. */
export const isMust = (statement: string): boolean => MUST.test(statement);

/**
 * Where in a statement the wish begins: "Java, preferably Spring" asks for Java. 0 when all of it is a wish, as in "Java is a plus".
 */
export function wishFrom(statement: string): number {
  const found =
    /(?<![\p{L}\p{N}])(?:preferably|ideally|idealerweise|idéalement|preferiblemente|nice[- ]to[- ]have:?|bonus:?)(?![\p{L}\p{N}])/iu.exec(
      statement,
    );
  return found?.index ?? 0;
}
