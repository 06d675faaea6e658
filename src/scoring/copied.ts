/** Detects text that a résumé copied from the job ad: it repeats the requirement and is no evidence. */
import { tokensOf } from "#language/tokens.ts";
import { COPY } from "./rules.ts";

/** Returns a test whether most of a statement is in the ad word for word. */
export function openCopyCheck(jobText: string): (statement: string) => boolean {
  const runs = new Set(runsOf(jobText));
  if (runs.size === 0) return () => false;
  return (statement) => {
    const own = runsOf(statement);
    if (own.length < COPY.wordsMin - COPY.runWords + 1) return false;
    return own.filter((run) => runs.has(run)).length / own.length >= COPY.share;
  };
}

function runsOf(text: string): string[] {
  const words = tokensOf(text).map(({ fold }) => fold);
  const runs: string[] = [];
  for (let at = 0; at + COPY.runWords <= words.length; at++) runs.push(words.slice(at, at + COPY.runWords).join(" "));
  return runs;
}
