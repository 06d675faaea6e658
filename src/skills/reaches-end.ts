/** Words that speak of what follows them: how far they do. */

/** What stands behind the last hit of `cue`, which has the flag `g`; null without one. */
export function restAfter(text: string, cue: RegExp): string | null {
  let rest: string | null = null;
  for (const hit of text.matchAll(cue)) rest = text.slice(hit.index + hit[0].length);
  return rest;
}

/** The last hit of `cue` still holds at the end of the text: within `charactersMax`, and no `mark`, which ends its sentence, between. */
export function reachesEnd(text: string, cue: RegExp, { charactersMax, mark }: { charactersMax: number; mark: RegExp }): boolean {
  const rest = restAfter(text, cue);
  return rest !== null && rest.length <= charactersMax && !mark.test(rest);
}
