/** Values of a list of scalars: parties of an agreement, or all values at labels of the field. */

import { child } from "#contract/pointer.ts";
import type { Finding } from "#engines/engine.ts";
import type { PageView } from "./candidates/candidate.ts";
import { propose } from "./candidates/propose.ts";
import { type ListField, leafOf } from "./leaves.ts";
import type { Value } from "./page/values-in.ts";
import { readParties } from "./prose/read-parties.ts";
import { SCORE_MIN } from "./weights.ts";

const ITEMS_MAX = 50;
/** Items of one list have similar scores: they differ by at most this much. */
const SPREAD_MAX = 0.35;
/** Lists are judged as a whole; each item has a lower margin than a single value. */
const MARGIN = 0.85;

export function itemsOf({ path, field, parents }: ListField, page: PageView): Finding[] {
  const items = field.items ?? { name: field.name, type: "string" as const };
  if (items.type === "array" || items.type === "object" || items.type === "table") return [];
  const leaf = leafOf({ ...items, name: field.name, description: field.description }, path, parents);
  const values =
    leaf.concepts[0] === "parties"
      ? readParties(
          page.running,
          page.claims.labels.map(({ sheet }) => sheet),
        )
      : labelledValues(propose(leaf, page));
  return distinct(values)
    .slice(0, ITEMS_MAX)
    .map((value, i) => ({ path: child(path, i), raw: value.raw, page: value.cell.page, at: value.box, margin: MARGIN }));
}

function labelledValues(candidates: ReturnType<typeof propose>): Value[] {
  const best = candidates[0]?.score ?? 0;
  return candidates
    .filter(({ score }) => score >= SCORE_MIN && score > best - SPREAD_MAX)
    .map(({ value }) => value)
    .sort((a, b) => a.cell.page - b.cell.page || a.box.top - b.box.top || a.box.left - b.box.left);
}

function distinct(values: readonly Value[]): Value[] {
  const seen = new Set<string>();
  return values.filter(({ raw }) => {
    const key = raw.toLowerCase();
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}
