/** Every label on the pages claims the values near it; a strongly claimed value is unlikely to belong to another concept. */

import { memo } from "#contract/memo.ts";
import type { Kind } from "#engines/concepts/concept.ts";
import { LABELLED } from "#engines/concepts/concept-of.ts";
import { valuePhrases } from "#engines/local/lexicon/lexicon.ts";
import { candidateScore } from "#engines/local/weights.ts";
import type { Cell, Sheet } from "#structure/sheet.ts";
import { type LabelHit, type LabelsByCell, labelsOn } from "./labels-on-page.ts";
import { type Near, valuesNear } from "./near-label.ts";
import type { Value } from "./values-in.ts";

/** `index`: of its page in the document, from 0. */
export type SheetLabels = { sheet: Sheet; index: number; hits: readonly LabelHit[]; byCell: LabelsByCell };

export type Claims = {
  labels: readonly SheetLabels[];
  /** By page number. */
  byPage: ReadonlyMap<number, SheetLabels>;
  near(hit: LabelHit, kind: Kind): readonly Near[];
  /** True when a label of other concepts claims the words at least as strongly as `score`. */
  claimedByOther(value: Value, kind: Kind, concept: string, score: number): boolean;
};

export function labelClaimsOf(sheets: readonly Sheet[]): Claims {
  const labels = sheets.map((sheet, index) => {
    const found = labelsOn(sheet, valuePhrases());
    const hits = found.map((hit) => (isBankRow(hit, found) ? withoutBuyer(hit) : hit));
    return { sheet, index, hits, byCell: Map.groupBy(hits, (hit) => hit.cell) };
  });
  const sheetOf = new Map(labels.flatMap((each) => each.hits.map((hit) => [hit, each] as const)));
  const nearHit = memo((hit: LabelHit) =>
    memo((kind: Kind): readonly Near[] => {
      const where = sheetOf.get(hit);
      return where ? valuesNear(hit, kind, where.sheet, where.byCell) : [];
    }),
  );
  const near = (hit: LabelHit, kind: Kind) => nearHit(hit)(kind);
  const claimsFor = memo((kind: Kind) => claimTable(labels, kind, near));
  return {
    labels,
    byPage: new Map(labels.map((each) => [each.sheet.page.number, each] as const)),
    near,
    claimedByOther: (value, kind, concept, score) =>
      (claimsFor(kind).get(claimKey(value)) ?? []).some((claim) => claim.score > score + 0.05 && !related(claim.concepts, concept)),
  };
}

const BANK_DETAILS = ["iban", "bic"];
/** Maximum distance in lines between the rows of bank details. */
const BANK_ROWS_MAX = 4;

/** "Account name" is the customer on a bill; among bank details it is the account's holder, who is paid. */
function isBankRow(hit: LabelHit, hits: readonly LabelHit[]): boolean {
  if (!hit.concepts.has("bank") || !hit.concepts.has("buyer_name")) return false;
  return hits.some(
    (other) => BANK_DETAILS.some((concept) => other.concepts.has(concept)) && Math.abs(other.cell.line - hit.cell.line) <= BANK_ROWS_MAX,
  );
}

const withoutBuyer = (hit: LabelHit): LabelHit => ({ ...hit, concepts: new Set([...hit.concepts].filter((id) => id !== "buyer_name")) });

function claimTable(
  labels: readonly SheetLabels[],
  kind: Kind,
  near: Claims["near"],
): Map<string, { concepts: ReadonlySet<string>; score: number }[]> {
  const table = new Map<string, { concepts: ReadonlySet<string>; score: number }[]>();
  for (const { hits } of labels) {
    for (const hit of hits) {
      if (![...hit.concepts].some((concept) => sameKind(LABELLED[concept]?.kind, kind))) continue;
      for (const { value, features } of near(hit, kind)) {
        const claims = table.get(claimKey(value)) ?? [];
        claims.push({ concepts: hit.concepts, score: candidateScore(features) });
        table.set(claimKey(value), claims);
      }
    }
  }
  return table;
}

function sameKind(a: Kind | undefined, b: Kind): boolean {
  const free: readonly Kind[] = ["name", "text", "address"];
  return a === b || (a !== undefined && free.includes(a) && free.includes(b)) || (b === "id" && (a === "vat" || a === "phone"));
}

function related(concepts: ReadonlySet<string>, concept: string): boolean {
  if (concepts.has(concept)) return true;
  const groups = LABELLED[concept]?.sharesAs ?? [];
  return [...concepts].some((other) => LABELLED[other]?.sharesAs?.some((group) => groups.includes(group)));
}

export function claimKey(value: { cell: Cell; from: number }): string {
  return `${value.cell.page}:${value.cell.line}:${value.cell.column}:${value.from}`;
}
