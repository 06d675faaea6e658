/** Which earlier document a page goes on where the page before it is of another one: by the numbers of both, or by what else they have in common. */
import { chanceOf, type Trees } from "#engines/local/rank/trees.ts";
import type { Join, JoinOf, Places, Stretch } from "#packets/cut/cut-into.ts";
import type { PageFacts } from "#packets/pages/page-facts.ts";
import { candidateOf, joinFeatures, type PlacedStack } from "./join-features.ts";

/** A page is of an earlier document, rather than of the one before it that it might go on as well, where the odds of a cut are so many times lower there. */
const LIKELIER = 1.3;
/** Below this probability a page stays where it is: most stacks have no pages of other documents between those of one. */
const JOIN_MIN = 0.7;

export function joinsBy(stack: PlacedStack, joins: Trees | undefined): JoinOf {
  return (page, begun, direct) => {
    const numbered = numberedJoin(stack.places, (i) => stack.pages[i], { page, begun, direct });
    const candidate = numbered || !joins ? null : candidateOf(stack, page, { begun, direct });
    if (!candidate || !joins) return numbered;
    const chance = chanceOf(joinFeatures(stack, page, { begun, direct }, candidate), joins);
    return chance >= JOIN_MIN ? { part: candidate.part, chance } : null;
  };
}

type Asked = { page: number; begun: readonly Stretch[]; direct: Stretch };

/** The document that ends with "1 of 3" where the page says "2 of 3", and from which it is least likely cut. */
export function numberedJoin(
  { chanceBetween, first }: Places,
  at: (i: number) => PageFacts | undefined,
  { page, begun, direct }: Asked,
): Join | null {
  let best: { part: Stretch; cut: number } | null = null;
  for (const part of begun) {
    const last = part.own.at(-1) ?? 0;
    if (part === direct || !isNext(at(last), at(page))) continue;
    const cut = chanceBetween(last, page, part.own);
    if (cut < (best?.cut ?? 0.5)) best = { part, cut };
  }
  if (!best || (isNext(at(page - 1), at(page)) && LIKELIER * timesLikelier(best.cut) > timesLikelier(first[page] ?? 1))) return null;
  return { part: best.part, chance: 1 - best.cut };
}

const timesLikelier = (chance: number): number => chance / Math.max(1e-9, 1 - chance);

function isNext(before: PageFacts | undefined, after: PageFacts | undefined): boolean {
  const [a, b] = [before?.numbering, after?.numbering];
  return a?.of != null && b?.of === a.of && b.number === a.number + 1 && before?.part === after?.part;
}
