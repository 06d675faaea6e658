/** Creates and revokes keys. One active key per account: a new key revokes the previous one in the same transaction. */
import { RATE_PER_MINUTE, type Tier } from "#contract/tiers.ts";
import { type Actor, BY_COMMAND, type Caller, recordAudit } from "#platform/audit.store.ts";
import type { Db } from "#platform/postgres/db.ts";
import { transaction } from "#platform/postgres/transaction.ts";
import { FIRST_EMAIL, lockAccount, ownerEmail, upsertAccount } from "./accounts.store.ts";
import { hashApiKey, newApiKey } from "./api-key.ts";
import { insertKey, revokeActiveKeys, revokeKeyById } from "./keys.store.ts";

export type NewKey = {
  name: string;
  /** Null: the default of defaultEmail. */
  email: string | null;
  /** Null keeps the account's tier; a new account is `free`. */
  tier: Tier | null;
  /** Requests per minute, overriding the tier's; null: the tier's. */
  ratePerMinute: number | null;
};

/** The account for a key when none is named: the owner's, or the command line's before there is an owner. */
export const defaultEmail = async (db: Db): Promise<string> => (await ownerEmail(db)) ?? FIRST_EMAIL;

/** For the command line: also creates the account when there is none. The key's text is not stored, only returned here. */
export async function createKey(db: Db, ask: NewKey): Promise<{ key: string; accountId: string }> {
  const tier = ask.tier ?? (ask.ratePerMinute === null ? null : "enterprise");
  const plan = tier === null ? null : { tier, ratePerMinute: ask.ratePerMinute ?? RATE_PER_MINUTE[tier] };
  const accountId = await upsertAccount(db, ask.email ?? (await defaultEmail(db)), plan);
  const { key } = await replaceKey(db, { accountId, ...BY_COMMAND }, ask.name);
  return { key, accountId };
}

export type ReplacedKey = { id: string; key: string; revokedId: string | null };

/** Creates a key and revokes the previous one in one transaction. The key's text is not stored, only returned here. */
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

/** `accountId` null: of any account. False when there is no such active key. */
export async function revokeKey(db: Db, by: Actor & { accountId: string | null }, keyId: string): Promise<boolean> {
  return transaction(db, async (tx) => {
    const accountId = await revokeKeyById(tx, by.accountId, keyId);
    if (accountId !== null) await recordAudit(tx, { ...by, accountId }, "key.revoked", keyId);
    return accountId !== null;
  });
}
