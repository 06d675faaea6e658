/** Turns a model's judgement of one skill into findings: looks up its lines and refuses in them what the rules refuse. */
import type { SkillMatcher } from "#skills/skill-matcher.ts";
import type { Claim } from "./claims.ts";
import { MODEL } from "./rules.ts";
import { type Findings, type Match, type Shown, strongestFirst } from "./score-skill.ts";
import { spanOf } from "./timeline.ts";

/** `level` 0 (nothing shows it) to 4 (expert); `lines` are numbers of the blinded résumé's lines, from 1. */
export type Judgement = { level: number; lines: readonly number[] };

/** `byRules`: what the rules find for the same skill in the same claims. */
export function judgedByModel(
  matcher: SkillMatcher,
  claims: readonly Claim[],
  { level, lines }: Judgement,
  byRules: Findings,
  now: number | null,
): Findings {
  const refused = new Set(byRules.refused.map(({ claim }) => claim));
  const cited = level === 0 ? [] : [...new Set(lines)].flatMap((line) => claims[line - 1] ?? []);
  const shown = cited
    .filter((claim) => !refused.has(claim))
    .map((claim): Shown => {
      const { match, worth } = matchOf(matcher, claim);
      const share = MODEL.levels[level] ?? 0;
      return {
        claim,
        match,
        span: spanOf(claim.period, now),
        level: share * worth,
        levelSaid: `level ${level} of 4 as the model reads it`,
      };
    });
  return { ...byRules, shown: strongestFirst(shown) };
}

/** The words of the line that name the skill, or a related one; else the whole line. */
function matchOf(matcher: SkillMatcher, claim: Claim): { match: Match; worth: number } {
  const [named] = matcher.find(claim.skills);
  if (named) return { match: { ...named, how: "model", certainty: MODEL.certainty.named }, worth: 1 };
  const [near] = matcher.related(claim.skills);
  if (near) return { match: { ...near, how: "model", certainty: MODEL.certainty.near }, worth: 1 };
  const whole = { text: claim.text, from: 0, to: claim.text.length };
  return { match: { ...whole, how: "model", certainty: MODEL.certainty.unnamed }, worth: MODEL.unnamedWorth };
}
