/** Words of periods. */
import { wordsOfAll } from "#language/words.ts";

export const PRESENT: readonly string[] = wordsOfAll(({ resume }) => resume?.present);
export const TO: readonly string[] = wordsOfAll(({ resume }) => resume?.to);
export const SINCE: readonly string[] = wordsOfAll(({ resume }) => resume?.since);

/** Words before a single date that make it the end of a period. */
export const UNTIL =
  /(?:expected|anticipated|graduat\w{0,5}|class of|completed|completion|until|till|bis|abschluss|voraussichtlich|obtenu|graduado|conseguit\w?|conclus\w{0,4})[^\p{L}\p{N}]{0,3}(?:in|on|date|:)?\s?$/iu;
