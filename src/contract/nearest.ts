/** Suggests the known name that a misspelt name probably means. */

/** A longer text is not a misspelling of a name. */
const WRITTEN_CHARACTERS_MAX = 100;
/** Shorter texts are the beginning of too many names. */
const ABBREVIATION_CHARACTERS_MIN = 3;

/** Ignores case, `_`, `-` and spaces: `callbackUrl` matches `callback_url`. */
export const plainName = (name: string): string => name.toLowerCase().replace(/[\s_-]+/g, "");

/** The nearest known name, for "did you mean"; null when none is within an edit distance of a third of the letters. */
export function nearestName(written: string, known: Iterable<string>): string | null {
  if (written.length > WRITTEN_CHARACTERS_MAX) return null;
  const plain = plainName(written);
  let best: { name: string; distance: number } | null = null;
  for (const name of known) {
    const other = plainName(name);
    const distance = editDistance(plain, other);
    if (distance <= Math.max(1, Math.floor(Math.max(plain.length, other.length) / 3)) && (!best || distance < best.distance))
      best = { name, distance };
  }
  return best?.name ?? null;
}

/** Like `nearestName`, but also finds a name that begins with the written text or has it as its last word: `desc`, `url`. */
export function meantName(written: string, known: readonly string[]): string | null {
  const near = nearestName(written, known);
  if (near !== null || written.length < ABBREVIATION_CHARACTERS_MIN) return near;
  const plain = written.toLowerCase();
  return known.find((name) => name.startsWith(plain) || name.endsWith(`_${plain}`)) ?? null;
}

/** Edit distance: insertions, deletions, substitutions and swaps of two neighbouring letters. */
function editDistance(a: string, b: string): number {
  let before: number[] = [];
  let previous = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const other = (previous[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      const swap = a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1] ? (before[j - 2] ?? other) + 1 : other;
      row.push(Math.min((previous[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, other, swap));
    }
    before = previous;
    previous = row;
  }
  return previous[b.length] ?? 0;
}
