/** What people say of pages by setting the parts of packets by hand, and what that says of other pages of the same layout. */
import type { Db, Tx } from "#platform/postgres/db.ts";
import { hashOf, isFixed, likenessOf, type Mark, signatureOf } from "#structure/layout/marks.ts";
import { Layout } from "./lesson.ts";
import { deleteEmptyLayouts, insertLayout, lockScope, type Scope } from "./memory.store.ts";
import { LIKENESS_MIN, nearestLayout } from "./memory.ts";
import {
  deleteSaidPages,
  forgetOldestLayouts,
  forgetOldestPages,
  hasSaidPages,
  insertSaidPage,
  nearestSaidPages,
  type SaidPage,
} from "./said-pages.store.ts";

/** Pages with fewer fixed words have no layout to know them by. */
const MARKS_MIN = 6;
/** Pages that are compared word by word, after their signatures. */
const NEAREST = 16;
/** Of pages that are as alike but for so much, the one that was set last is followed. */
const AS_ALIKE = 0.05;
/** From this likeness on a page says again what was said of an earlier one, which no longer counts where both differ. */
const SAME_MIN = 0.7;
/** Pages kept of a layout, and layouts of a template that only pages are remembered of. */
const PAGES_KEPT = 12;
const LAYOUTS_KEPT = 200;

/**
 * `template`: the layout's, null where it is of none of `notOf`. `begins`: it is the layout of the first page of a document. `unnamed`:
 * templates whose names do not stand on the page that this was said of: an issuer's documents of several kinds may be as alike.
 */
export type Said = { layoutId: string; template: string | null; notOf: string[]; begins: boolean; unnamed: string[] };
export type Named = { id: string; name: string };

/** Whether a page may have a layout that something was said of. */
export const isTold = (marks: readonly Mark[]): boolean => marks.length >= MARKS_MIN;

/** What was said of the layout for these templates; null where nothing was. `question` is what the reader's child asks. */
export async function saidOf(db: Db, accountId: string, templates: readonly Named[], question: unknown): Promise<Said | null> {
  const { marks, signature } = Layout.parse(question);
  const scopes = templates.map(({ id }) => id);
  const alike = (await alikePages(db, { accountId, scopes }, marks, signature)).filter(({ likeness }) => likeness >= LIKENESS_MIN);
  const most = alike.reduce((best, { likeness }) => Math.max(best, likeness), 0);
  const [last] = alike
    .filter(({ likeness }) => likeness >= most - AS_ALIKE)
    .sort((a, b) => b.page.setAt.getTime() - a.page.setAt.getTime() || b.likeness - a.likeness);
  if (!last) return null;
  const { scopes: of, layouts, isOf, begins } = last.page;
  const unnamed = templates.filter(({ name }) => !bears(last.page.marks, name)).map(({ id }) => id);
  return { layoutId: layouts[0] ?? "", template: isOf ? (of[0] ?? null) : null, notOf: isOf ? [] : of, begins, unnamed };
}

/** Whether the words of the name stand on the page, wherever. */
function bears(marks: readonly Mark[], name: string): boolean {
  const words = new Set(marks.map(([word]) => word));
  return name.split(/\s+/u).every((word) => !isFixed(word) || words.has(hashOf(word)));
}

/** Whether anything was said of pages for these templates. */
export const isAnythingSaid = hasSaidPages;

async function alikePages(
  db: Db | Tx,
  { accountId, scopes }: { accountId: string; scopes: readonly string[] | null },
  marks: readonly Mark[],
  signature: string,
): Promise<{ page: SaidPage; likeness: number }[]> {
  if (!isTold(marks)) return [];
  const near = await nearestSaidPages(db, accountId, scopes, signature, NEAREST);
  return near.map((page) => ({ page, likeness: likenessOf(page.marks, marks) }));
}

/** A page that was set by hand: of one template, or of none of several. */
export type SetPage = { page: number; marks: readonly Mark[]; begins: boolean } & (
  | { isOf: true; template: string; name: string }
  | { isOf: false; templates: readonly string[] }
);

/** Remembers what was set of a packet's pages instead of what was remembered of it before, and of what was said otherwise of such pages. */
export async function rememberPages(tx: Tx, accountId: string, packetId: string, pages: readonly SetPage[]): Promise<void> {
  await lockScope(tx, { accountId, scope: "pages" });
  const left = await deleteSaidPages(tx, accountId, packetId);
  for (const page of pages) {
    if (!isTold(page.marks)) continue;
    const signature = signatureOf(page.marks);
    const scopes = page.isOf ? [page.template] : page.templates;
    for (const { page: other, likeness } of await alikePages(tx, { accountId, scopes: null }, page.marks, signature)) {
      const isEarlier = other.packetId !== packetId && likeness >= SAME_MIN;
      if (isEarlier && !isOtherKind(other, page) && isContradicted(other, page, scopes))
        left.push(...(await deleteSaidPages(tx, accountId, other.packetId, other.page)));
    }
    for (const scope of scopes) {
      const layoutId = await layoutFor(tx, { accountId, scope }, page, signature);
      await insertSaidPage(tx, accountId, { ...page, packetId, scope, layoutId, signature });
      await forgetOldestPages(tx, accountId, layoutId, PAGES_KEPT);
    }
  }
  const touched = new Set(pages.flatMap((page) => (page.isOf ? [page.template] : page.templates)));
  for (const scope of touched) await forgetOldestLayouts(tx, accountId, scope, LAYOUTS_KEPT);
  await deleteEmptyLayouts(tx, accountId, left);
}

/** The page bears its template's name, and the one before did not: an issuer's documents of two kinds may be as alike as those of one. */
const isOtherKind = ({ marks }: SaidPage, page: SetPage): boolean => page.isOf && bears(page.marks, page.name) && !bears(marks, page.name);

/** Of another template, or of one that it was said not to be of, or in another place of a document. */
function isContradicted(before: SaidPage, { isOf, begins }: SetPage, scopes: readonly string[]): boolean {
  const shared = before.scopes.some((scope) => scopes.includes(scope));
  if (before.isOf && isOf) return !shared || before.begins !== begins;
  return before.isOf !== isOf && shared;
}

/** The layout of the template that the page has, or a new one. */
async function layoutFor(tx: Tx, scope: Scope, { marks, isOf, begins }: SetPage, signature: string): Promise<string> {
  const alike = (await alikePages(tx, { accountId: scope.accountId, scopes: [scope.scope] }, marks, signature))
    .filter(({ page, likeness }) => likeness >= LIKENESS_MIN && page.isOf === isOf && page.begins === begins)
    .sort((a, b) => b.likeness - a.likeness);
  const known = alike[0]?.page.layouts[0];
  if (known !== undefined) return known;
  const reviewed = isOf && begins ? await nearestLayout(tx, scope, { marks: [...marks], signature }, () => false) : null;
  return reviewed?.layoutId ?? insertLayout(tx, scope);
}

/** A packet that somebody deletes teaches nothing any more. */
export async function forgetPages(tx: Tx, accountId: string, packetId: string): Promise<void> {
  await deleteEmptyLayouts(tx, accountId, await deleteSaidPages(tx, accountId, packetId));
}
