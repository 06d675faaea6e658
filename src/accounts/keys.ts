/** Making and revoking keys. One active key per account: a new one revokes the one before, in the same transaction. */
import { RATE_PER_MINUTE, type Tier } from "#contract/tiers.ts";
import { recordAudit } from "#platform/audit.store.ts";
import type { Db } from "#platform/postgres/db.ts";
import { transaction } from "#platform/postgres/transaction.ts";
import { insertKey, lockAccount, revokeActiveKeys, revokeKeyById, upsertAccount } from "./accounts.store.ts";
import { hashApiKey, newApiKey } from "./api-key.ts";

/** The account of whoever runs the command line and names none. */
export const OWNER_EMAIL = "owner@localhost";

export type NewKey = {
  name: string;
  email: string;
  /** Null keeps what the account has; a new account is `free`. */
  tier: Tier | null;
  /** Requests per minute instead of the tier's; null takes the tier's. */
  ratePerMinute: number | null;
};

/** The only time the key itself is seen. */
export async function createKey(db: Db, ask: NewKey): Promise<{ key: string; accountId: string }> {
  const tier = ask.tier ?? (ask.ratePerMinute === null ? null : "enterprise");
  const plan = tier === null ? null : { tier, ratePerMinute: ask.ratePerMinute ?? RATE_PER_MINUTE[tier] };
  const accountId = await upsertAccount(db, ask.email, plan);
  const key = newApiKey();
  await transaction(db, async (tx) => {
    await lockAccount(tx, accountId);
    for (const id of await revokeActiveKeys(tx, accountId)) await recordAudit(tx, { accountId, action: "key.revoked", subject: id });
    const id = await insertKey(tx, { accountId, name: ask.name, hash: hashApiKey(key), lastFour: key.slice(-4) });
    await recordAudit(tx, { accountId, action: "key.created", subject: id });
  });
  return { key, accountId };
}

/** False when there is no such active key. */
export async function revokeKey(db: Db, keyId: string): Promise<boolean> {
  return transaction(db, async (tx) => {
    const accountId = await revokeKeyById(tx, keyId);
    if (accountId !== null) await recordAudit(tx, { accountId, action: "key.revoked", subject: keyId });
    return accountId !== null;
  });
}
