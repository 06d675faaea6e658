/** Removes our own prompt and key from a model's reply: a document may ask the model to repeat them, and the model may obey. */

/** Minimum length of a match, characters. A reply does not repeat that many by chance; shorter parts of the prompt are common phrases. */
const STRETCH = 40;
/** Shorter keys are words that a document may contain too. */
const KEY_CHARACTERS_MIN = 8;
/** The last string of a cut-off reply has no closing quote. */
const JSON_STRING = /"((?:[^"\\]|\\.)*)("?)/gs;

/** `shown`: the input that the model was given. */
export type Redacted = { instructions: string; shown: string; apiKey: string | null };

/**
 * The reply (whole JSON or the beginning of it), without the key in its strings and without stretches of the instructions that are not in
 * `shown`.
 */
export function redact(reply: string, { instructions, shown, apiKey }: Redacted): string {
  const key = apiKey !== null && apiKey.length >= KEY_CHARACTERS_MIN ? apiKey : null;
  const ours = new Set(
    Array.from({ length: Math.max(0, instructions.length - STRETCH + 1) }, (_, at) => instructions.slice(at, at + STRETCH)),
  );
  return reply.replace(JSON_STRING, (literal: string, inner: string, end: string) => {
    if (inner.length < STRETCH && (key === null || !inner.includes(key))) return literal;
    const words = wordsOf(inner);
    const kept = withoutStretches(key === null ? words : words.replaceAll(key, ""), ours, shown);
    return kept === words ? literal : JSON.stringify(kept).slice(0, -1) + end;
  });
}

function wordsOf(inner: string): string {
  try {
    return JSON.parse(`"${inner}"`);
  } catch {
    return inner;
  }
}

function withoutStretches(words: string, ours: ReadonlySet<string>, shown: string): string {
  let kept = "";
  let from = 0;
  for (let at = 0; at + STRETCH <= words.length; ) {
    const length = lengthOfOurs(words, at, ours, shown);
    if (length > 0) {
      kept += words.slice(from, at);
      from = at + length;
    }
    at += Math.max(1, length);
  }
  return kept + words.slice(from);
}

/** 0 when no part of our instructions begins here. */
function lengthOfOurs(words: string, from: number, ours: ReadonlySet<string>, shown: string): number {
  let at = from;
  for (let piece = words.slice(at, at + STRETCH); ours.has(piece) && !shown.includes(piece); piece = words.slice(at, at + STRETCH)) at++;
  return at === from ? 0 : at - from + STRETCH - 1;
}
