/** All SQL on one-time links. */
import { sql } from "kysely";
import type { MemberRole } from "#contract/roles.ts";
import type { Tier } from "#contract/tiers.ts";
import type { Db, Tx } from "#platform/postgres/db.ts";

export type LinkKind = "owner" | "invite" | "password" | "member";
/** `createdBy`: the account of who invites; of the kind `member` the workspace. */
export type LinkRow = {
  kind: LinkKind;
  email: string | null;
  tier: Tier | null;
  role: MemberRole | null;
  createdBy: string | null;
  expiresAt: Date;
};

type NewLink = Omit<LinkRow, "expiresAt"> & { hash: Buffer; hours: number };
const COLUMNS = ["kind", "email", "tier", "member_role as role", "created_by as createdBy", "expires_at as expiresAt"] as const;

/** Replaces an earlier link for the same person or purpose. Returns its expiry. */
export async function insertLink(db: Db | Tx, link: NewLink): Promise<Date> {
  await sql`DELETE FROM account_links WHERE kind = ${link.kind} AND email IS NOT DISTINCT FROM ${link.email}
    AND (kind <> 'member' OR created_by = ${link.createdBy})`.execute(db);
  const row = await db
    .insertInto("account_links")
    .values({
      token_hash: link.hash,
      kind: link.kind,
      email: link.email,
      tier: link.tier,
      member_role: link.role,
      created_by: link.createdBy,
      expires_at: sql<Date>`now() + make_interval(hours => ${link.hours})`,
    })
    .returning("expires_at")
    .executeTakeFirstOrThrow();
  return row.expires_at;
}

const live = (db: Db | Tx) => db.selectFrom("account_links").select(COLUMNS).where("expires_at", ">", sql<Date>`now()`);

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
    .returning(COLUMNS)
    .executeTakeFirst();
  return row ?? null;
}

/** Open invitations, newest first. */
export async function listInvites(db: Db): Promise<{ email: string; tier: Tier; expiresAt: Date }[]> {
  const rows = await live(db).where("kind", "=", "invite").orderBy("created_at", "desc").execute();
  return rows.flatMap(({ email, tier, expiresAt }) => (email === null || tier === null ? [] : [{ email, tier, expiresAt }]));
}

/** Open invitations to the workspace, newest first. */
export async function listMemberInvites(db: Db, accountId: string): Promise<{ email: string; role: MemberRole; expiresAt: Date }[]> {
  const rows = await live(db).where("kind", "=", "member").where("created_by", "=", accountId).orderBy("created_at", "desc").execute();
  return rows.flatMap(({ email, role, expiresAt }) => (email === null || role === null ? [] : [{ email, role, expiresAt }]));
}

/** `workspaceId` null: an invitation to the server. False: there is none for this address. */
export async function deleteInvite(db: Db, workspaceId: string | null, email: string): Promise<boolean> {
  let query = db
    .deleteFrom("account_links")
    .where("kind", "=", workspaceId === null ? "invite" : "member")
    .where("email", "=", email);
  if (workspaceId !== null) query = query.where("created_by", "=", workspaceId);
  return (await query.returning("email").executeTakeFirst()) !== undefined;
}

export async function deleteOldLinks(db: Db): Promise<void> {
  await sql`DELETE FROM account_links WHERE expires_at < now()`.execute(db);
}

/** Links of any kind for this address. */
export async function deleteLinksOf(tx: Tx, email: string): Promise<void> {
  await tx.deleteFrom("account_links").where("email", "=", email).execute();
}
