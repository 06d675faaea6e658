/** Making and revoking keys. One active key per account: a new one revokes the one before, in the same transaction. */
import { RATE_PER_MINUTE, type Tier } from "#contract/tiers.ts";
import { type Actor, BY_COMMAND, type Caller, recordAudit } from "#platform/audit.store.ts";
import type { Db } from "#platform/postgres/db.ts";
import { transaction } from "#platform/postgres/transaction.ts";
import { FIRST_EMAIL, lockAccount, ownerEmail, upsertAccount } from "./accounts.store.ts";
import { hashApiKey, newApiKey } from "./api-key.ts";
import { insertKey, revokeActiveKeys, revokeKeyById } from "./keys.store.ts";

export type NewKey = {
  name: string;
  /** Null: as defaultEmail says. */
  email: string | null;
  /** Null keeps what the account has; a new account is `free`. */
  tier: Tier | null;
  /** Requests per minute instead of the tier's; null takes the tier's. */
  ratePerMinute: number | null;
};

/** Whose key is made where nobody is named: the owner's; before there is one, that of the command line. */
export const defaultEmail = async (db: Db): Promise<string> => (await ownerEmail(db)) ?? FIRST_EMAIL;

/** For the command line: makes the account as well when there is none. The only time the key itself is seen. */
export async function createKey(db: Db, ask: NewKey): Promise<{ key: string; accountId: string }> {
  const tier = ask.tier ?? (ask.ratePerMinute === null ? null : "enterprise");
  const plan = tier === null ? null : { tier, ratePerMinute: ask.ratePerMinute ?? RATE_PER_MINUTE[tier] };
  const accountId = await upsertAccount(db, ask.email ?? (await defaultEmail(db)), plan);
  const { key } = await replaceKey(db, { accountId, ...BY_COMMAND }, ask.name);
  return { key, accountId };
}

export type ReplacedKey = { id: string; key: string; revokedId: string | null };

/** Makes a key and revokes the one before, in one transaction. The only time the key itself is seen. */
export async function replaceKey(db: Db, caller: Caller, name: string): Promise<ReplacedKey> {
  const { accountId } = caller;
  const key = newApiKey();
  return transaction(db, async (tx) => {
    await lockAccount(tx, accountId);
    const revoked = await revokeActiveKeys(tx, accountId);
    for (const id of revoked) await recordAudit(tx, caller, "key.revoked", id);
    const id = await insertKey(tx, { accountId, name, hash: hashApiKey(key), lastFour: key.slice(-4) });
    await recordAudit(tx, caller, "key.created", id);
    return { id, key, revokedId: revoked[0] ?? null };
  });
}

/** `accountId` null: whoever's it is. False when there is no such active key. */
export async function revokeKey(db: Db, by: Actor & { accountId: string | null }, keyId: string): Promise<boolean> {
  return transaction(db, async (tx) => {
    const accountId = await revokeKeyById(tx, by.accountId, keyId);
    if (accountId !== null) await recordAudit(tx, { ...by, accountId }, "key.revoked", keyId);
    return accountId !== null;
  });
}
