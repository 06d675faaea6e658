/** What a row of measurements says about growth. */

export type Point = { atMs: number; value: number };

const TEN_MINUTES_MS = 600_000;

/** Growth in ten minutes as a share of the mean (0.01 is 1 %), by least squares; 0 for fewer than two points. */
export function growthInTenMinutes(points: readonly Point[]): number {
  const mean = (of: (point: Point) => number) => points.reduce((sum, point) => sum + of(point), 0) / points.length;
  const [at, level] = [mean(({ atMs }) => atMs), mean(({ value }) => value)];
  const spread = points.reduce((sum, { atMs }) => sum + (atMs - at) ** 2, 0);
  if (points.length < 2 || spread === 0 || level === 0) return 0;
  const together = points.reduce((sum, { atMs, value }) => sum + (atMs - at) * (value - level), 0);
  return ((together / spread) * TEN_MINUTES_MS) / level;
}

/** Load goes up and down, and numbers of things with it; what is never given back raises their lowest. First third and last third. */
export function floors(points: readonly Point[]): { first: number; last: number } {
  const third = Math.max(1, Math.floor(points.length / 3));
  const lowest = (part: readonly Point[]) => Math.min(...part.map(({ value }) => value));
  return { first: lowest(points.slice(0, third)), last: lowest(points.slice(-third)) };
}
