/** All SQL on pages of packets of which people said whether they are of a template. */
import { sql } from "kysely";
import type { Db, Tx } from "#platform/postgres/db.ts";
import { sealedJson } from "#platform/postgres/sealed.ts";
import type { Mark } from "#structure/layout/marks.ts";

type PageOf = { packetId: string; page: number };
/** `scopes`: the templates that it was said of, `layouts`: the layout in each of them. */
export type SaidPage = PageOf & {
  scopes: string[];
  layouts: string[];
  isOf: boolean;
  begins: boolean;
  setAt: Date;
  marks: Mark[];
};

/** Whether anything was said of pages for these templates. */
export async function hasSaidPages(db: Db, accountId: string, scopes: readonly string[]): Promise<boolean> {
  const { rows } = await sql<{ some: boolean }>`SELECT EXISTS (
    SELECT FROM memory_pages WHERE account_id = ${accountId} AND scope = ANY(${scopes}::text[])) AS some`.execute(db);
  return rows[0]?.some ?? false;
}

/** The pages whose layouts have the most bits of the signature. The marks, which are long, are read of these only. `scopes`: null means all of the account. */
export async function nearestSaidPages(
  db: Db | Tx,
  accountId: string,
  scopes: readonly string[] | null,
  signature: string,
  limit: number,
): Promise<SaidPage[]> {
  const { rows } = await sql<SaidPage>`
    WITH near AS (
      SELECT packet_id, page, is_of, begins, set_at, array_agg(scope ORDER BY scope) AS scopes, array_agg(layout_id ORDER BY scope) AS layouts
      FROM memory_pages WHERE account_id = ${accountId} AND (${scopes}::text[] IS NULL OR scope = ANY(${scopes}::text[]))
      GROUP BY packet_id, page, is_of, begins, set_at, signature
      ORDER BY bit_count(signature # ${signature}::bit(1024)) LIMIT ${limit})
    SELECT packet_id AS "packetId", page, is_of AS "isOf", begins, set_at AS "setAt", scopes, layouts, (
      SELECT marks FROM memory_pages p WHERE p.packet_id = near.packet_id AND p.page = near.page AND p.scope = near.scopes[1]) AS marks
    FROM near`.execute(db);
  return rows;
}

export type NewSaidPage = PageOf & {
  scope: string;
  layoutId: string;
  isOf: boolean;
  begins: boolean;
  signature: string;
  marks: readonly Mark[];
};

export async function insertSaidPage(tx: Tx, accountId: string, said: NewSaidPage): Promise<void> {
  await sql`INSERT INTO memory_pages (packet_id, page, scope, layout_id, account_id, is_of, begins, signature, marks)
    VALUES (${said.packetId}, ${said.page}, ${said.scope}, ${said.layoutId}, ${accountId}, ${said.isOf}, ${said.begins},
      ${said.signature}::bit(1024), ${sealedJson(said.marks)})`.execute(tx);
}

/** One page of a packet, or all. Returns the layouts that they were of. */
export async function deleteSaidPages(tx: Tx, accountId: string, packetId: string, page: number | null = null): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`DELETE FROM memory_pages
    WHERE account_id = ${accountId} AND packet_id = ${packetId} AND (${page}::int IS NULL OR page = ${page}) RETURNING layout_id AS id`.execute(
    tx,
  );
  return rows.map(({ id }) => id);
}

/** Of a layout only the pages set last are kept. */
export async function forgetOldestPages(tx: Tx, accountId: string, layoutId: string, kept: number): Promise<void> {
  await sql`DELETE FROM memory_pages p USING (
      SELECT packet_id, page FROM memory_pages WHERE layout_id = ${layoutId} AND account_id = ${accountId}
      ORDER BY set_at DESC, page OFFSET ${kept}) AS old
    WHERE p.layout_id = ${layoutId} AND p.account_id = ${accountId} AND p.packet_id = old.packet_id AND p.page = old.page`.execute(tx);
}

/** Layouts of a template that only pages are remembered of, beyond those used or set last. */
export async function forgetOldestLayouts(tx: Tx, accountId: string, scope: string, kept: number): Promise<void> {
  await sql`DELETE FROM memory_layouts WHERE id IN (
    SELECT l.id FROM memory_layouts l JOIN memory_pages p ON p.layout_id = l.id
    WHERE l.account_id = ${accountId} AND l.scope = ${scope} AND NOT EXISTS (SELECT FROM memory_examples e WHERE e.layout_id = l.id)
    GROUP BY l.id ORDER BY greatest(max(p.set_at), l.last_used_at) DESC OFFSET ${kept})`.execute(tx);
}
