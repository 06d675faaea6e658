/**
 * Rows of a list by how like a column is to a text: the letter trigrams that both have, each weighed by how rare it is in the column. So a
 * misread letter costs little, and a town that half of the rows have counts less than a name. A legal form counts as much as one trigram.
 */
import { tokensOf } from "#language/fold.ts";
import { LEGAL_FORM_WORDS } from "#language/legal-forms.ts";
import { inSlices } from "./in-slices.ts";

/** `likeness`: 0..1, 1 for the same letters and digits. */
export type Alike = { row: number; likeness: number };
export type FuzzyIndex = {
  /** The nearest rows with at least this likeness, the nearest first. */ nearest(text: string, limit: number, least: number): Alike[];
};

/** Of a cell and of a text that is looked for; a longer one is no name. */
const CHARACTERS_MAX = 200;
const GRAM = 3;

type Indexed = { rows: Int32Array; weight: number };

export async function fuzzyIndex(cells: readonly string[]): Promise<FuzzyIndex> {
  const count = cells.length;
  const grams = await indexed(cells);
  const unknown = weightOf(0, count);
  const sizes = new Float64Array(count);
  const entries = [...grams.values()];
  await inSlices(entries.length, (i) => {
    const { rows, weight } = entries[i] ?? NOTHING;
    for (const row of rows) sizes[row] = (sizes[row] ?? 0) + weight;
  });
  const shared = new Float64Array(count);
  return {
    nearest(text, limit, least) {
      shared.fill(0);
      let size = 0;
      for (const gram of gramsOf(text)) {
        const known = grams.get(gram);
        size += known?.weight ?? unknown;
        if (known) for (const row of known.rows) shared[row] = (shared[row] ?? 0) + known.weight;
      }
      return size === 0 ? [] : best({ shared, sizes, size }, limit, least);
    },
  };
}

const NOTHING: Indexed = { rows: new Int32Array(0), weight: 0 };

async function indexed(cells: readonly string[]): Promise<Map<string, Indexed>> {
  const lists = new Map<string, number[]>();
  await inSlices(cells.length, (row) => {
    for (const gram of gramsOf(cells[row] ?? "")) {
      const rows = lists.get(gram);
      if (rows) rows.push(row);
      else lists.set(gram, [row]);
    }
  });
  const grams = new Map<string, Indexed>();
  const all = [...lists];
  await inSlices(all.length, (i) => {
    const [gram, rows] = all[i] ?? ["", []];
    grams.set(gram, { rows: Int32Array.from(rows), weight: weightOf(rows.length, cells.length) });
  });
  return grams;
}

/** The rarer, the heavier; none weighs nothing. */
const weightOf = (rows: number, all: number): number => Math.log(1 + (all + 1) / (rows + 1));

function gramsOf(text: string): Set<string> {
  const words = tokensOf(text.slice(0, CHARACTERS_MAX));
  const own = words.filter((word) => !LEGAL_FORM_WORDS.has(word));
  const forms = own.length === 0 ? [] : words.filter((word) => LEGAL_FORM_WORDS.has(word));
  // Longer than a trigram, so that none is the same.
  const grams = new Set(forms.map((word) => `form ${word}`));
  if (words.length === 0) return grams;
  const padded = ` ${(own.length === 0 ? words : own).join(" ")} `;
  for (let i = 0; i + GRAM <= padded.length; i++) grams.add(padded.slice(i, i + GRAM));
  return grams;
}

type Sums = { shared: Float64Array; sizes: Float64Array; size: number };

/** Twice the weight of what both have, of the weight of both (Dice). */
function best({ shared, sizes, size }: Sums, limit: number, least: number): Alike[] {
  const found: Alike[] = [];
  for (let row = 0; row < shared.length; row++) {
    const both = shared[row] ?? 0;
    if (both === 0) continue;
    const likeness = (2 * both) / (size + (sizes[row] ?? 0));
    const last = found.length < limit ? least : (found[limit - 1]?.likeness ?? least);
    if (likeness < least || (found.length === limit && likeness <= last)) continue;
    found.splice(placeFor(found, likeness), 0, { row, likeness: Math.min(1, likeness) });
    if (found.length > limit) found.pop();
  }
  return found;
}

function placeFor(found: readonly Alike[], likeness: number): number {
  const after = found.findIndex((each) => each.likeness < likeness);
  return after < 0 ? found.length : after;
}
