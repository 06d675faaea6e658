/** Sums that agree: net and tax that come to the total. */
import type { DocumentLocale } from "#engines/values/locale.ts";
import { readNumber } from "#engines/values/number.ts";
import { type Candidate, candidateOf, withFeatures } from "./candidates/candidate.ts";
import type { Leaf } from "./leaves.ts";
import { claimKey } from "./page/claims.ts";
import { SCORE_MIN } from "./weights.ts";

/** Raises the scores of candidates for which net + tax = gross. */
export function withSums(ranked: ReadonlyMap<Leaf, readonly Candidate[]>, locale: DocumentLocale): Map<Leaf, readonly Candidate[]> {
  const byConcept = (concept: string) => {
    const leaves = [...ranked.keys()].filter((leaf) => leaf.concepts[0] === concept && leaf.kind === "amount");
    return (
      leaves.find((leaf) => !ranked.get(leaf)?.some(({ features }) => features.labelIsName) || leaf.field.name === concept) ?? leaves[0]
    );
  };
  const [net, tax, gross] = ["net_total", "tax_total", "grand_total"].map(byConcept);
  const out = new Map<Leaf, readonly Candidate[]>(ranked);
  if (!net || !tax || !gross) return out;
  // Some documents print the total only as the amount due.
  const dues = [...ranked]
    .filter(([leaf]) => leaf.concepts[0] === "amount_due")
    .flatMap(([, [due]]) => (due && due.score >= SCORE_MIN ? [candidateOf(gross, due.value, due.label, { derived: 1 })] : []));
  const own = ranked.get(gross) ?? [];
  const all = new Map([
    ...ranked,
    [gross, [...own, ...dues.filter(({ value }) => !own.some((each) => claimKey(each.value) === claimKey(value)))]],
  ]);
  const best = bestSum([net, tax, gross].map((leaf) => (all.get(leaf) ?? []).flatMap((candidate) => valued(candidate, locale))));
  if (!best) return out;
  [net, tax, gross].forEach((leaf, i) => {
    const chosen = best[i];
    if (!chosen || namesAnother(chosen, all.get(leaf) ?? [])) return;
    const lifted = (all.get(leaf) ?? []).map((candidate) => (candidate === chosen ? withFeatures(candidate, { sumHolds: 1 }) : candidate));
    out.set(
      leaf,
      lifted.sort((a, b) => b.score - a.score),
    );
  });
  return out;
}

/**
 * Whether another candidate's label is exactly the sum that the field names, and the chosen one's is not: "Subtotal" above a discount and
 * the net total.
 */
function namesAnother(chosen: Candidate, all: readonly Candidate[]): boolean {
  return chosen.features.labelIsName === undefined && all.some(({ features }) => features.labelIsName !== undefined);
}

/** A combination whose candidates are together this much weaker than the best ones adds up by chance. */
const SUM_LOSS_MAX = 1.2;

type Valued = { candidate: Candidate; amount: number };

function valued(candidate: Candidate, locale: DocumentLocale): Valued[] {
  const read = readNumber(candidate.value.raw, locale.decimal, true);
  return read ? [{ candidate, amount: read.value }] : [];
}

function bestSum([nets = [], taxes = [], totals = []]: Valued[][]): Candidate[] | null {
  let best: { members: Candidate[]; score: number } | null = null;
  const tops = [nets, taxes, totals].reduce((sum, [top]) => sum + (top?.candidate.score ?? 0), 0);
  for (const net of nets) {
    for (const tax of taxes) {
      for (const total of totals) {
        if (Math.abs(net.amount + tax.amount - total.amount) > 0.02 || total.amount === 0) continue;
        if (tax.amount !== 0 && claimKey(net.candidate.value) === claimKey(tax.candidate.value)) continue;
        const score = net.candidate.score + tax.candidate.score + total.candidate.score;
        if (score < tops - SUM_LOSS_MAX) continue;
        if (!best || score > best.score) best = { members: [net.candidate, tax.candidate, total.candidate], score };
      }
    }
  }
  return best?.members ?? null;
}
