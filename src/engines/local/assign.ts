/** Selects one candidate per leaf so that the answers are consistent. */

import { fold, nameTokens } from "#language/fold.ts";
import { contrast, meaningsOf, unitsOf } from "#language/thesaurus.ts";
import type { Candidate } from "./candidates/candidate.ts";
import type { Leaf } from "./leaves.ts";
import { claimKey } from "./page/claims.ts";
import { withTime } from "./with-time.ts";

/** A candidate with the probability that it is the answer, 0..1; `before`: without what is remembered of the layout. */
export type Ranked = Candidate & { chance: number; before?: number };
/** `margin` 0..1: the probability against all other candidates and none. */
export type Choice = { candidate: Candidate & Pick<Ranked, "before">; margin: number };

/** The likeliest candidates first, each value for one field; those less likely than `least` are no answers. */
export function assign(ranked: ReadonlyMap<Leaf, readonly Ranked[]>, least: number): Map<Leaf, Choice> {
  const choices = new Map<Leaf, Choice>();
  const taken = new Map<string, Leaf>();
  const order = [...ranked].flatMap(([, candidates]) => candidates).sort((a, b) => b.chance - a.chance);
  for (const candidate of order) {
    if (candidate.chance < least) break;
    if (choices.has(candidate.leaf)) continue;
    const words = `${claimKey(candidate.value)}:${candidate.value.raw}`;
    const owner = taken.get(words);
    if ((owner && !mayShare(owner, candidate)) || isOtherParty(candidate, choices) || isPartOfAnother(candidate, choices)) continue;
    taken.set(words, candidate.leaf);
    choices.set(candidate.leaf, { candidate, margin: candidate.chance });
  }
  return derive(ranked, choices);
}

/** Whether the name is already that of the other party: two parties of a deal have different names. */
function isOtherParty({ leaf, value }: Candidate, choices: ReadonlyMap<Leaf, Choice>): boolean {
  if (leaf.party === null || leaf.kind !== "name") return false;
  return [...choices].some(
    ([other, { candidate }]) =>
      other.kind === "name" && other.party !== null && other.party !== leaf.party && fold(candidate.value.raw) === fold(value.raw),
  );
}

/** Whether a time is printed behind the date of a likelier answer to which it belongs: of "Issued at 6 April 2026 11:39" it is no other field's. */
function isPartOfAnother({ leaf, value }: Candidate, choices: ReadonlyMap<Leaf, Choice>): boolean {
  if (leaf.kind !== "time") return false;
  return [...choices].some(([{ field }, { candidate }]) => {
    if (field.type !== "datetime" || candidate.value.cell !== value.cell) return false;
    const whole = withTime(candidate.value);
    return whole.from <= value.from && value.to <= whole.to;
  });
}

/**
 * One printed amount may answer several sums; other values answer one field, unless both fields ask for the same concept, and not of two
 * who are never the same.
 */
function mayShare(owner: Leaf, candidate: Candidate): boolean {
  const { leaf } = candidate;
  if (leaf.kind === "amount" || leaf.kind === "currency" || leaf.kind === "percent" || leaf.kind === "mark") return true;
  if (leaf.concepts[0] !== undefined && leaf.concepts[0] === owner.concepts[0]) return !areOpposed(owner, leaf);
  return owner.kind !== leaf.kind || (leaf.kind === "date" && candidate.label !== null);
}

/** Whether the names of the fields mean two who are never the same, such as taxpayer and spouse. */
function areOpposed(one: Leaf, other: Leaf): boolean {
  const meanings = ({ field, parents }: Leaf) => unitsOf([field.name, ...parents].flatMap(nameTokens)).map(meaningsOf);
  const others = meanings(other);
  return meanings(one).some((own) => others.some((each) => contrast(own, each)));
}

/** A conclusion is less likely than what it follows from. */
const DERIVED_SHARE = 0.9;

/** When no amount due is printed and nothing was paid, the total is due. */
function derive(ranked: ReadonlyMap<Leaf, readonly Ranked[]>, choices: Map<Leaf, Choice>): Map<Leaf, Choice> {
  const amountOf = (concept: string) => [...ranked.keys()].find((leaf) => leaf.concepts[0] === concept && leaf.kind === "amount");
  const [due, gross] = [amountOf("amount_due"), amountOf("grand_total")];
  const total = gross && choices.get(gross);
  if (due && total && !choices.has(due))
    choices.set(due, { candidate: { ...total.candidate, leaf: due }, margin: DERIVED_SHARE * total.margin });
  return choices;
}
