/** Search by halving in what is in order. */

/** The first index below `count` for which `isPast` holds, as it does for every later one; `count` where it holds for none. */
export function firstWhere(count: number, isPast: (index: number) => boolean): number {
  let low = 0;
  let high = count;
  while (low < high) {
    const at = (low + high) >> 1;
    if (isPast(at)) high = at;
    else low = at + 1;
  }
  return low;
}
