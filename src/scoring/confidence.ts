/** Confidence in the score of one skill: the product of its parts. It is not a judgement of the candidate. */

import { hundredth } from "./facts.ts";
import type { Shown } from "./find-skill.ts";
import type { ResumeClaims } from "./resume-claims.ts";
import { CERTAINTY } from "./rules.ts";

export type CertaintyFactor = { name: string; value: number; reason: string };

/** In percent, with its parts. */
export function skillConfidence(
  { quality }: Pick<ResumeClaims, "quality">,
  shown: readonly Shown[],
  isKnown: boolean,
): { percent: number; factors: CertaintyFactor[] } {
  const [best] = shown;
  const factors: CertaintyFactor[] = [
    best ? textOf(best) : { name: "text quality", value: hundredth(quality), reason: "The worst page could be read this well." },
    best
      ? { name: "match certainty", value: hundredth(best.match.certainty), reason: reasonOf(best.match) }
      : { name: "match certainty", value: CERTAINTY.absent, reason: "Nothing was found; a wording we do not know is possible." },
    datesOf(best),
    isKnown
      ? { name: "known skill", value: CERTAINTY.known, reason: "The skill is in the taxonomy." }
      : { name: "known skill", value: CERTAINTY.unknown, reason: "The skill is not in the taxonomy; it was looked for by its words." },
  ];
  return { percent: Math.round(100 * factors.reduce((product, { value }) => product * value, 1)), factors };
}

function reasonOf({ how, text }: Shown["match"]): string {
  return how === "model" ? "The model named this line as evidence." : `Matched by ${how}: "${text}".`;
}

function textOf({ claim }: Shown): CertaintyFactor {
  const value = hundredth(claim.certainty);
  return {
    name: "text quality",
    value,
    reason: value === 1 ? "A sound text layer." : "The letters of the evidence, as the reading scored them.",
  };
}

function datesOf(best: Shown | undefined): CertaintyFactor {
  const name = "date certainty";
  if (!best) return { name, value: CERTAINTY.dates.notNeeded, reason: "No dates are needed." };
  if (!best.span) return { name, value: CERTAINTY.dates.none, reason: "The evidence has no dates." };
  if (best.span.ongoing)
    return { name, value: CERTAINTY.dates.ongoing, reason: "The entry is ongoing; it counts to the evaluation's date." };
  return { name, value: CERTAINTY.dates.given, reason: "The evidence is dated." };
}
