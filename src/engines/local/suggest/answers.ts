/** The engine's answers to single fields on pages that are already prepared. */
import type { Field } from "#contract/schema/field.ts";
import { assign, type Choice } from "#engines/local/assign.ts";
import type { PageView } from "#engines/local/candidates/candidate.ts";
import { propose } from "#engines/local/candidates/propose.ts";
import { askedBy } from "#engines/local/engine.ts";
import { type Leaf, wantedBy } from "#engines/local/leaves.ts";
import { rankedByRules } from "#engines/local/rank/rank.ts";
import { withSums } from "#engines/local/sums.ts";

/** Candidates considered per field; later ones never win. */
const CANDIDATES_MAX = 8;

export function answersOn(page: PageView, fields: readonly Field[]): Map<Leaf, Choice> {
  const { leaves } = wantedBy({ fields: [...fields] });
  const asked = { ...page, asked: askedBy(leaves) };
  const proposals = withSums(new Map(leaves.map((leaf) => [leaf, propose(leaf, asked).slice(0, CANDIDATES_MAX)])), page.locale);
  return assign(rankedByRules(proposals), 0);
}
