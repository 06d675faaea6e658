/** Pairs rows and columns of a table of scores so that the sum is the highest: the Hungarian method, in cubic time. */

/** For each row the column it gets, or null where no score above 0 is left for it. `scores`: rows of equal length. */
export function bestPairing(scores: readonly (readonly number[])[]): (number | null)[] {
  const rows = scores.length;
  const width = Math.max(rows, scores[0]?.length ?? 0);
  // Potentials and matches are counted from 1; column 0 stands for "none".
  const u = new Float64Array(rows + 1);
  const v = new Float64Array(width + 1);
  const match = new Int32Array(width + 1);
  for (let row = 1; row <= rows; row++) augment(row, width, { u, v, match, cost: (i, j) => -(scores[i - 1]?.[j - 1] ?? 0) });
  const found: (number | null)[] = scores.map(() => null);
  for (let j = 1; j <= width; j++) {
    const i = (match[j] ?? 0) - 1;
    if (i >= 0 && (scores[i]?.[j - 1] ?? 0) > 0) found[i] = j - 1;
  }
  return found;
}

type State = { u: Float64Array; v: Float64Array; match: Int32Array; cost: (i: number, j: number) => number };

/** Adds one row by the cheapest alternating path. */
function augment(row: number, width: number, { u, v, match, cost }: State): void {
  match[0] = row;
  const least = new Float64Array(width + 1).fill(Number.POSITIVE_INFINITY);
  const way = new Int32Array(width + 1);
  const used = new Uint8Array(width + 1);
  let at = 0;
  do {
    used[at] = 1;
    const i = match[at] ?? 0;
    let delta = Number.POSITIVE_INFINITY;
    let next = 0;
    for (let j = 1; j <= width; j++) {
      if (used[j]) continue;
      const reduced = cost(i, j) - (u[i] ?? 0) - (v[j] ?? 0);
      if (reduced < (least[j] ?? 0)) {
        least[j] = reduced;
        way[j] = at;
      }
      if ((least[j] ?? 0) < delta) {
        delta = least[j] ?? 0;
        next = j;
      }
    }
    for (let j = 0; j <= width; j++) {
      if (used[j]) {
        u[match[j] ?? 0] = (u[match[j] ?? 0] ?? 0) + delta;
        v[j] = (v[j] ?? 0) - delta;
      } else least[j] = (least[j] ?? 0) - delta;
    }
    at = next;
  } while (match[at] !== 0);
  do {
    const before = way[at] ?? 0;
    match[at] = match[before] ?? 0;
    at = before;
  } while (at !== 0);
}
