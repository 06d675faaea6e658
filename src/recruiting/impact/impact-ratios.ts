/**
 * Impact ratios by group: pure arithmetic over what an employer says of applicants. A ratio is a group's rate over the highest rate of its
 * category (29 CFR 1607.4 D, the four-fifths rule; rules of New York City on automated employment decision tools, 6 RCNY 5-300 and 5-301).
 */
import type { ImpactCategory, ImpactRate } from "#contract/recruiting/impact.ts";
import { fisherP, type Share, zTest } from "./significance.ts";

/** `score`: 0..100. `selected`: null when nobody says who was selected. `groups`: the applicant's group by category. */
export type Applicant = { score: number; selected: boolean | null; groups: Readonly<Record<string, string>> };

const FOUR_FIFTHS = 0.8;
/** A group below this share of the applicants may be left out of the ratios (6 RCNY 5-301). */
const SMALL_SHARE = 0.02;

/** Each category, and each pair of categories. `leaveOutSmall`: small groups have rates but no ratios, and are no reference for others. */
export function impactOf(applicants: readonly Applicant[], { leaveOutSmall }: { leaveOutSmall: boolean }): ImpactCategory[] {
  const names = [...new Set(applicants.flatMap(({ groups }) => Object.keys(groups)))].sort();
  const pairs = names.flatMap((name, at) => names.slice(at + 1).map((other) => [name, other]));
  const median = medianOf(applicants.map(({ score }) => score));
  return [...names.map((name) => [name]), ...pairs].map((categories) => categoryOf(applicants, categories, median, leaveOutSmall));
}

/** The middle score, or the mean of the two in the middle; 0 for none. */
export function medianOf(scores: readonly number[]): number {
  const sorted = [...scores].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  return ((sorted[Math.ceil(middle) - 1] ?? 0) + (sorted[Math.floor(middle)] ?? 0)) / 2;
}

function categoryOf(applicants: readonly Applicant[], categories: string[], median: number, leaveOutSmall: boolean): ImpactCategory {
  const known = applicants.filter(({ groups }) => categories.every((name) => groups[name] !== undefined));
  const byGroup = Map.groupBy(known, ({ groups }) => JSON.stringify(categories.map((name) => groups[name])));
  const members = [...byGroup].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, each]) => each);
  const isSmall = (group: readonly Applicant[]) => group.length / known.length < SMALL_SHARE;
  const counted = members.map((group) => !(leaveOutSmall && isSmall(group)));
  const isSelection = known.some(({ selected }) => selected !== null);
  const selection = isSelection ? ratesOf(members, counted, ({ selected }) => selected === true) : null;
  const scoring = ratesOf(members, counted, ({ score }) => score > median);
  return {
    categories,
    unknown: applicants.length - known.length,
    groups: members.map((group, at) => ({
      group: categories.map((name) => group[0]?.groups[name] ?? ""),
      applicants: group.length,
      share: group.length / known.length,
      small: isSmall(group),
      selection: selection?.[at] ?? null,
      scoring: scoring[at] ?? null,
    })),
  };
}

/** The reference is the first group of the highest rate among those that count. */
function ratesOf(members: readonly Applicant[][], counted: readonly boolean[], isIn: (applicant: Applicant) => boolean): ImpactRate[] {
  const shares = members.map((group): Share => ({ count: group.filter(isIn).length, total: group.length }));
  const rates = shares.map(({ count, total }) => count / total);
  const best = rates.reduce((first, rate, at) => (counted[at] && (first < 0 || rate > (rates[first] ?? 0)) ? at : first), -1);
  const reference = shares[best];
  const highest = rates[best] ?? 0;
  return shares.map((share, at) => {
    const rate = rates[at] ?? 0;
    const ratio = counted[at] && highest > 0 ? rate / highest : null;
    const compared = reference && counted[at] && at !== best ? reference : null;
    const test = compared ? zTest(share, compared) : null;
    return {
      count: share.count,
      rate,
      impact_ratio: ratio,
      below_four_fifths: ratio !== null && ratio < FOUR_FIFTHS,
      fisher_p: compared ? fisherP(share, compared) : null,
      z: test?.z ?? null,
      z_p: test?.p ?? null,
    };
  });
}
