/** What is remembered of parts that somebody set by hand. */

import type { TemplateRecord } from "#contract/templates.ts";
import type { PageLayouts } from "#extraction/files/page-layouts.ts";
import { isTold, rememberPages, type SetPage } from "#memory/said-pages.ts";
import type { Tx } from "#platform/postgres/db.ts";
import type { PacketRow } from "./packets.store.ts";
import type { StoredPart } from "./tables.ts";

/** Pages remembered of a part, and of a packet. */
const PART_PAGES_MAX = 3;
const PAGES_MAX = 60;

/** `templates`: those that may learn, of the packet and of the parts. */
export async function learnParts(
  tx: Tx,
  { id, account_id }: Pick<PacketRow, "id" | "account_id">,
  parts: readonly StoredPart[],
  templates: readonly TemplateRecord[],
  layouts: PageLayouts,
): Promise<void> {
  const named = new Map(templates.filter(({ learn }) => learn).map(({ template_id, name }) => [template_id, name]));
  const may = [...named.keys()];
  const marksOf = new Map(layouts.map(({ page, marks }) => [page, marks]));
  const pages = parts.flatMap(({ pages: numbers, templateId }): SetPage[] => {
    const told = numbers.flatMap((page) => {
      const marks = marksOf.get(page);
      return marks && isTold(marks) ? [{ page, marks }] : [];
    });
    const [first] = told;
    if (first && templateId === null) return may.length > 0 ? [{ ...first, begins: true, isOf: false, templates: may }] : [];
    const name = templateId === null ? undefined : named.get(templateId);
    if (templateId === null || name === undefined) return [];
    return told.slice(0, PART_PAGES_MAX).map((each, i) => ({ ...each, begins: i === 0, isOf: true, template: templateId, name }));
  });
  // First pages say most: they go first where a packet has too many.
  await rememberPages(tx, account_id, id, pages.sort((a, b) => Number(b.begins) - Number(a.begins)).slice(0, PAGES_MAX));
}
