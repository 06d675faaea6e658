/** Whether two groups' rates differ by more than chance, from their counts. */

/** `count` of `total` were selected. */
export type Share = { count: number; total: number };

/**
 * Fisher's exact test, two-sided: the probability of all tables with the same margins that are no more likely than this one, by the
 * hypergeometric distribution (R. A. Fisher, The Design of Experiments, 1935; two-sided as fisher.test of R sums it). Holds for any numbers,
 * also small ones.
 */
export function fisherP(one: Share, other: Share): number {
  const chosen = one.count + other.count;
  const total = one.total + other.total;
  const logs = logFactorials(total);
  const choose = (n: number, k: number) => (logs[n] ?? 0) - (logs[k] ?? 0) - (logs[n - k] ?? 0);
  const logOf = (count: number) => choose(one.total, count) + choose(other.total, chosen - count) - choose(total, chosen);
  const own = logOf(one.count) + TOLERANCE;
  let p = 0;
  for (let count = Math.max(0, chosen - other.total); count <= Math.min(one.total, chosen); count++)
    if (logOf(count) <= own) p += Math.exp(logOf(count));
  return Math.min(1, p);
}

/** Tables as likely as the one at hand differ from it by rounding. */
const TOLERANCE = 1e-7;

/** The logarithm of n!, for 0 to `most`. */
function logFactorials(most: number): Float64Array {
  const logs = new Float64Array(most + 1);
  for (let n = 1; n <= most; n++) logs[n] = (logs[n - 1] ?? 0) + Math.log(n);
  return logs;
}

/**
 * The z-test of two proportions with pooled variance: z = (p₁ − p₂) / √(p(1 − p)(1/n₁ + 1/n₂)), p the rate of both together; two-sided. An
 * approximation for large numbers: at least five selected and five not in each group. Null when all or none are selected, as there is no
 * variance then.
 */
export function zTest(one: Share, other: Share): { z: number; p: number } | null {
  const pooled = (one.count + other.count) / (one.total + other.total);
  const variance = pooled * (1 - pooled) * (1 / one.total + 1 / other.total);
  if (variance === 0) return null;
  const z = (one.count / one.total - other.count / other.total) / Math.sqrt(variance);
  return { z, p: Math.min(1, complementOfError(Math.abs(z) / Math.SQRT2)) };
}

/** Coefficients of erfc by Chebyshev fitting, relative error below 1.2e-7 (Press et al., Numerical Recipes in C, 2nd edition, 6.2). */
const ERFC = [-1.26551223, 1.00002368, 0.37409196, 0.09678418, -0.18628806, 0.27886807, -1.13520398, 1.48851587, -0.82215223, 0.17087277];

/** erfc(x) for x from 0. */
function complementOfError(x: number): number {
  const t = 1 / (1 + x / 2);
  const sum = ERFC.reduceRight((rest, coefficient) => rest * t + coefficient, 0);
  return t * Math.exp(-x * x + sum);
}
