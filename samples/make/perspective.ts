/** Perspective of a flat sheet: maps points of the picture to points of the sheet. */

export type Point = { x: number; y: number };
type Four<T> = readonly [T, T, T, T];

/**
 * From points of the picture to points of a sheet of `width` x `height` whose corners appear at `corners` (top left, top right, bottom
 * right, bottom left). The projective map of a square (Heckbert 1989), inverted.
 */
export function seenAt(corners: Four<Point>, width: number, height: number): (x: number, y: number) => Point {
  const [a, b, c, d] = corners;
  const sx = a.x - b.x + c.x - d.x;
  const sy = a.y - b.y + c.y - d.y;
  const dx1 = b.x - c.x;
  const dx2 = d.x - c.x;
  const dy1 = b.y - c.y;
  const dy2 = d.y - c.y;
  const base = dx1 * dy2 - dx2 * dy1;
  const g = (sx * dy2 - dx2 * sy) / base;
  const h = (dx1 * sy - sx * dy1) / base;
  const forward = [b.x - a.x + g * b.x, d.x - a.x + h * d.x, a.x, b.y - a.y + g * b.y, d.y - a.y + h * d.y, a.y, g, h, 1];
  const inverse = adjugate(forward);
  return (x, y) => {
    const row = (i: number) => (inverse[i] ?? 0) * x + (inverse[i + 1] ?? 0) * y + (inverse[i + 2] ?? 0);
    const w = row(6);
    return { x: (row(0) / w) * width, y: (row(3) / w) * height };
  };
}

/** The inverse of a 3 x 3 matrix up to a factor, which does not change a projective map. */
function adjugate([a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0, i = 0]: readonly number[]): number[] {
  return [
    e * i - f * h,
    c * h - b * i,
    b * f - c * e,
    f * g - d * i,
    a * i - c * g,
    c * d - a * f,
    d * h - e * g,
    b * g - a * h,
    a * e - b * d,
  ];
}
