/** How far words that refer to what follows them have effect. */

/** The text after the last match of `cue`, which has the flag `g`; null without a match. */
export function restAfter(text: string, cue: RegExp): string | null {
  let rest: string | null = null;
  for (const hit of text.matchAll(cue)) rest = text.slice(hit.index + hit[0].length);
  return rest;
}

/**
 * Whether the last match of `cue` still has effect at the end of the text: within `charactersMax`, and without a `mark` between, which ends
 * its sentence.
 */
export function reachesEnd(text: string, cue: RegExp, { charactersMax, mark }: { charactersMax: number; mark: RegExp }): boolean {
  const rest = restAfter(text, cue);
  return rest !== null && rest.length <= charactersMax && !mark.test(rest);
}
