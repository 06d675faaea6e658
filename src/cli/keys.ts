/** `winnow keys create|list|revoke`. */
import { findAccount } from "#accounts/accounts.store.ts";
import { listKeys } from "#accounts/keys.store.ts";
import { createKey, defaultEmail, revokeKey } from "#accounts/keys.ts";
import type { Tier } from "#contract/tiers.ts";
import { BY_COMMAND } from "#platform/audit.store.ts";
import type { Db } from "#platform/postgres/db.ts";
import { presentEmail } from "./account-of.ts";
import { type CommandOutput, paint, printNote } from "./output.ts";
import { withDatabase } from "./with-database.ts";

type NewKey = { name: string; account?: string; tier?: Tier; ratePerMinute?: number };

export async function keysCreate(options: NewKey, signal: AbortSignal): Promise<CommandOutput> {
  const { key, accountId } = await withDatabase(signal, async (db) => {
    const email = options.account === undefined ? await defaultEmail(db) : await presentEmail(db, options.account);
    await noteRevoked(db, email);
    return createKey(db, { name: options.name, email, tier: options.tier ?? null, ratePerMinute: options.ratePerMinute ?? null });
  });
  return { record: { key, account_id: accountId, name: options.name }, lines: [key] };
}

/** Warns before the key is revoked: requests with the old key are rejected from then on. */
async function noteRevoked(db: Db, email: string): Promise<void> {
  const accountId = await findAccount(db, email);
  const active = accountId === null ? [] : (await listKeys(db, accountId)).filter(({ revokedAt }) => revokedAt === null);
  for (const { name, lastFour } of active)
    printNote(paint("yellow", `An account has one key: this revokes “${name}” (…${lastFour}) of ${email}.`, process.stderr));
}

export async function keysList(signal: AbortSignal): Promise<CommandOutput> {
  const keys = await withDatabase(signal, (db) => listKeys(db, null));
  const record = keys.map((key) => ({
    id: key.id,
    active: key.revokedAt === null,
    last_four: key.lastFour,
    account: key.email,
    tier: key.tier,
    name: key.name,
    created_at: key.createdAt,
    last_used_at: key.lastUsedAt,
    revoked_at: key.revokedAt,
  }));
  const lines = keys.map((key) => {
    const state = key.revokedAt ? "revoked" : "active";
    const used = key.lastUsedAt ? `last used ${key.lastUsedAt.toISOString()}` : "never used";
    return `${key.id}  ${state.padEnd(7)}  …${key.lastFour}  ${key.email}  ${key.tier}  “${key.name}”  made ${key.createdAt.toISOString()}  ${used}`;
  });
  const none = ["There is no key yet. Make one with: winnow keys create --name NAME"];
  return { record: { keys: record }, lines, notes: keys.length === 0 ? none : [] };
}

export async function keysRevoke(keyId: string, signal: AbortSignal): Promise<CommandOutput> {
  if (!(await withDatabase(signal, (db) => revokeKey(db, { accountId: null, ...BY_COMMAND }, keyId))))
    throw new Error(`There is no active key ${keyId}. See them with: winnow keys list`);
  return { record: { id: keyId, revoked: true }, lines: [], notes: [`${keyId} is revoked.`] };
}
