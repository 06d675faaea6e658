/** All that a pattern with the flag g finds in a text, left to right. */

const NONE: readonly RegExpExecArray[] = [];

/** As `text.matchAll(pattern)`, which copies the pattern for each text. The pattern never matches an empty text. */
export function allIn(text: string, pattern: RegExp): readonly RegExpExecArray[] {
  pattern.lastIndex = 0;
  const first = pattern.exec(text);
  if (!first) return NONE;
  const found = [first];
  for (let hit = pattern.exec(text); hit !== null; hit = pattern.exec(text)) found.push(hit);
  return found;
}
