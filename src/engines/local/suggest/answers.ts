/** The engine's answers to single fields on pages that are already prepared. */
import type { Field } from "#contract/schema/field.ts";
import { assign, type Choice } from "#engines/local/assign.ts";
import type { PageView } from "#engines/local/candidates/candidate.ts";
import { propose } from "#engines/local/candidates/propose.ts";
import { askedBy } from "#engines/local/engine.ts";
import { type Leaf, wantedBy } from "#engines/local/leaves.ts";
import { rankedOf } from "#engines/local/rank/rank.ts";
import { RANKING } from "#engines/local/rank/trees.ts";
import { withSums } from "#engines/local/sums.ts";

export function answersOn(page: PageView, fields: readonly Field[]): Map<Leaf, Choice> {
  const { leaves } = wantedBy({ fields: [...fields] });
  const asked = { ...page, asked: askedBy(leaves) };
  const proposals = withSums(new Map(leaves.map((leaf) => [leaf, propose(leaf, asked)])), page.locale);
  return assign(rankedOf(proposals, page.claims, RANKING), RANKING.least);
}
