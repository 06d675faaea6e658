/**
 * One-time links: to become the owner, to join the server or a workspace by invitation, to set a password. The token is in the URL fragment, which browsers do not
 * send to servers.
 */
import { createHash, randomBytes } from "node:crypto";
import type { MemberRole } from "#contract/roles.ts";
import type { Tier } from "#contract/tiers.ts";
import type { Db, Tx } from "#platform/postgres/db.ts";
import { insertLink } from "./links.store.ts";

const LINK_HOURS = { owner: 24, invite: 7 * 24, member: 7 * 24, password: 24 } as const;

export type LinkAsk =
  | { kind: "owner" }
  | { kind: "invite"; email: string; tier: Tier; createdBy: string }
  | { kind: "member"; email: string; role: MemberRole; accountId: string }
  | { kind: "password"; email: string };

/** Returns the whole URL, which is not stored. */
export async function createLink(db: Db | Tx, publicUrl: string, ask: LinkAsk): Promise<{ url: string; expiresAt: Date }> {
  const token = randomBytes(32).toString("base64url");
  const expiresAt = await insertLink(db, {
    hash: hashToken(token),
    kind: ask.kind,
    email: ask.kind === "owner" ? null : ask.email.toLowerCase(),
    tier: ask.kind === "invite" ? ask.tier : null,
    role: ask.kind === "member" ? ask.role : null,
    createdBy: ask.kind === "invite" ? ask.createdBy : ask.kind === "member" ? ask.accountId : null,
    hours: LINK_HOURS[ask.kind],
  });
  return { url: `${publicUrl}/join#${token}`, expiresAt };
}

export const hashToken = (token: string): Buffer => createHash("sha256").update(token).digest();
