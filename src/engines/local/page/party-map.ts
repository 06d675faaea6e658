/** Which party a place on the page belongs to, by the heading above it: "Seller", "Bill to", "Ship to". */

import type { Box } from "#documents/document.ts";
import type { Party } from "#engines/concepts/concept.ts";
import { LABELLED } from "#engines/concepts/concept-of.ts";
import { heightOf } from "#structure/boxes.ts";
import type { Claims } from "./claims.ts";
import type { LabelHit } from "./labels-on-page.ts";

export type PartyMap = {
  /** Null when no heading applies to the place. */
  partyAt(page: number, box: Box): Party | null;
};

/** Labels of parties' names are headings of their blocks. */
const headedBy = (concept: string): Party | [] => {
  const { kind, party } = LABELLED[concept] ?? {};
  return kind === "name" && party ? party : [];
};
/** How far down a heading applies, as a share of the page's height. */
const REACH = 0.18;

export function partyMapOf(claims: Claims): PartyMap {
  const byPage = new Map<number, { party: Party; hit: LabelHit; reach: number }[]>();
  for (const { sheet, hits } of claims.labels) {
    const headings = hits.flatMap((hit) => {
      const parties = [...new Set([...hit.concepts].flatMap(headedBy))];
      const [party] = parties;
      const alone = hit.from === 0 && (hit.to === hit.cell.words.length || hit.colon);
      return party !== undefined && parties.length === 1 && alone ? [{ party, hit, reach: REACH * sheet.page.height }] : [];
    });
    byPage.set(sheet.page.number, headings);
  }
  return {
    partyAt(page, box) {
      let best: { party: Party; top: number; left: number } | null = null;
      for (const { party, hit, reach } of byPage.get(page) ?? []) {
        const drop = box.top - hit.box.top;
        if (drop < -0.5 * heightOf(hit.box) || drop > reach || hit.box.left > box.left + 2 * heightOf(hit.box)) continue;
        const closer = !best || hit.box.top > best.top + 2 || (Math.abs(hit.box.top - best.top) <= 2 && hit.box.left > best.left);
        if (closer) best = { party, top: hit.box.top, left: hit.box.left };
      }
      return best?.party ?? null;
    },
  };
}
