/** All SQL on one-time links. */
import { sql } from "kysely";
import type { Tier } from "#contract/tiers.ts";
import type { Db, Tx } from "#platform/postgres/db.ts";

export type LinkKind = "owner" | "invite" | "password";
export type LinkRow = { kind: LinkKind; email: string | null; tier: Tier | null; expiresAt: Date };

type NewLink = { hash: Buffer; kind: LinkKind; email: string | null; tier: Tier | null; createdBy: string | null; hours: number };

/** Replaces an earlier link for the same person or purpose. Returns its expiry. */
export async function insertLink(db: Db | Tx, link: NewLink): Promise<Date> {
  await sql`DELETE FROM account_links WHERE kind = ${link.kind} AND email IS NOT DISTINCT FROM ${link.email}`.execute(db);
  const row = await db
    .insertInto("account_links")
    .values({
      token_hash: link.hash,
      kind: link.kind,
      email: link.email,
      tier: link.tier,
      created_by: link.createdBy,
      expires_at: sql<Date>`now() + make_interval(hours => ${link.hours})`,
    })
    .returning("expires_at")
    .executeTakeFirstOrThrow();
  return row.expires_at;
}

const live = (db: Db | Tx) =>
  db.selectFrom("account_links").select(["kind", "email", "tier", "expires_at as expiresAt"]).where("expires_at", ">", sql<Date>`now()`);

/** Null: unknown, used or expired. */
export async function findLink(db: Db | Tx, hash: Buffer): Promise<LinkRow | null> {
  return (await live(db).where("token_hash", "=", hash).executeTakeFirst()) ?? null;
}

/** Marks the link as used. Null: unknown, used or expired. */
export async function takeLink(tx: Tx, hash: Buffer): Promise<LinkRow | null> {
  const row = await tx
    .deleteFrom("account_links")
    .where("token_hash", "=", hash)
    .where("expires_at", ">", sql<Date>`now()`)
    .returning(["kind", "email", "tier", "expires_at as expiresAt"])
    .executeTakeFirst();
  return row ?? null;
}

/** Open invitations, newest first. */
export async function listInvites(db: Db): Promise<{ email: string; tier: Tier; expiresAt: Date }[]> {
  const rows = await live(db).where("kind", "=", "invite").orderBy("created_at", "desc").execute();
  return rows.flatMap(({ email, tier, expiresAt }) => (email === null || tier === null ? [] : [{ email, tier, expiresAt }]));
}

/** False: there is no invitation for this address. */
export async function deleteInvite(db: Db, email: string): Promise<boolean> {
  const row = await db
    .deleteFrom("account_links")
    .where("kind", "=", "invite")
    .where("email", "=", email)
    .returning("email")
    .executeTakeFirst();
  return row !== undefined;
}

export async function deleteOldLinks(db: Db): Promise<void> {
  await sql`DELETE FROM account_links WHERE expires_at < now()`.execute(db);
}

/** Links of any kind for this address. */
export async function deleteLinksOf(tx: Tx, email: string): Promise<void> {
  await tx.deleteFrom("account_links").where("email", "=", email).execute();
}
