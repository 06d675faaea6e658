/** A probability as log-odds, bounded so that one that is very sure weighs no more than another; what is below 0 or above 1 as 0 and 1. */
export function oddsOf(chance: number): number {
  const bounded = Math.min(1, Math.max(0, chance));
  return Math.max(-ODDS_MAX, Math.min(ODDS_MAX, Math.log(bounded / (1 - bounded))));
}

const ODDS_MAX = 7;

/** -1 where there are none. */
export const largestOf = <T>(items: readonly T[], of: (item: T) => number): number =>
  items.reduce((most, item) => Math.max(most, of(item)), -1);
