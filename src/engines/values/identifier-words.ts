/** Words that mark an identifier, however many digits it has. */
import { anyOf, phrasesOfAll } from "#language/phrases.ts";

/** Folded. */
const WORDS: ReadonlySet<string> = new Set(phrasesOfAll("engines", "identifier_words"));
const ENDING = new RegExp(`\\p{L}${anyOf("engines", "identifier_endings")}$`, "u");

/** `token`: one folded word of a name or label, such as `number` or `zahlernummer`. */
export const namesIdentifier = (token: string): boolean => WORDS.has(token) || ENDING.test(token);
