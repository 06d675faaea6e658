/** Selects one candidate per leaf so that the answers are consistent. */

import type { DocumentLocale } from "#engines/values/locale.ts";
import { readNumber } from "#engines/values/number.ts";
import { fold } from "#language/fold.ts";
import { type Candidate, candidateOf, withFeatures } from "./candidates/candidate.ts";
import type { Leaf } from "./leaves.ts";
import { claimKey } from "./page/claims.ts";
import { SCORE_MIN, SCORE_PER_E } from "./weights.ts";

export type Choice = { candidate: Candidate /** 0..1. */; margin: number };

/** Candidates considered per leaf; later ones never win. */
const CANDIDATES_MAX = 8;

export function assign(proposals: ReadonlyMap<Leaf, readonly Candidate[]>, locale: DocumentLocale): Map<Leaf, Choice> {
  const ranked = new Map([...proposals].map(([leaf, candidates]) => [leaf, candidates.slice(0, CANDIDATES_MAX)] as const));
  const settled = withSums(ranked, locale);
  const choices = new Map<Leaf, Choice>();
  const taken = new Map<string, Leaf>();
  const order = [...derive(settled)].flatMap(([, candidates]) => candidates).sort((a, b) => b.score - a.score);
  for (const candidate of order) {
    if (candidate.score < SCORE_MIN || choices.has(candidate.leaf)) continue;
    const words = `${claimKey(candidate.value)}:${candidate.value.raw}`;
    const owner = taken.get(words);
    if ((owner && !mayShare(owner, candidate)) || isOtherParty(candidate, choices)) continue;
    taken.set(words, candidate.leaf);
    choices.set(candidate.leaf, { candidate, margin: marginOf(candidate, settled.get(candidate.leaf) ?? []) });
  }
  return choices;
}

/** Whether the name is already that of the other party: two parties of a deal have different names. */
function isOtherParty({ leaf, value }: Candidate, choices: ReadonlyMap<Leaf, Choice>): boolean {
  if (leaf.party === null || leaf.kind !== "name") return false;
  return [...choices].some(
    ([other, { candidate }]) =>
      other.kind === "name" && other.party !== null && other.party !== leaf.party && fold(candidate.value.raw) === fold(value.raw),
  );
}

/** One printed amount may answer several sums; other values answer one field, unless both fields ask for the same concept. */
function mayShare(owner: Leaf, candidate: Candidate): boolean {
  const { leaf } = candidate;
  if (leaf.kind === "amount" || leaf.kind === "currency" || leaf.kind === "percent") return true;
  if (leaf.concepts[0] !== undefined && leaf.concepts[0] === owner.concepts[0]) return true;
  return owner.kind !== leaf.kind || (leaf.kind === "date" && candidate.label !== null);
}

/** When no amount due is printed and nothing was paid, the total is due. */
function derive(settled: Map<Leaf, readonly Candidate[]>): Map<Leaf, readonly Candidate[]> {
  const due = [...settled.keys()].find((leaf) => leaf.concepts[0] === "amount_due" && leaf.kind === "amount");
  const [total] = [...settled].find(([leaf]) => leaf.concepts[0] === "grand_total" && leaf.kind === "amount")?.[1] ?? [];
  if (due && total && total.score >= SCORE_MIN && (settled.get(due)?.[0]?.score ?? 0) < SCORE_MIN)
    settled.set(due, [candidateOf(due, total.value, total.label, { derived: 1 })]);
  return settled;
}

/** Probability of the value against all others and against "not in the document". */
function marginOf(chosen: Candidate, all: readonly Candidate[]): number {
  const chance = (score: number) => Math.exp((score - chosen.score) / SCORE_PER_E);
  // The same value at several places counts once.
  const others = new Map<string, number>();
  for (const { value, score } of all)
    if (value.raw !== chosen.value.raw) others.set(value.raw, Math.max(score, others.get(value.raw) ?? score));
  const rivals = [SCORE_MIN, ...others.values()].reduce((sum, score) => sum + chance(score), 0);
  return Math.round((1 / (1 + rivals)) * 1000) / 1000;
}

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
