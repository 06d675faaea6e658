/** `winnow keys create|list|revoke`. */
import { listKeys } from "#accounts/keys.store.ts";
import { createKey, revokeKey } from "#accounts/keys.ts";
import type { Tier } from "#contract/tiers.ts";
import { BY_COMMAND } from "#platform/audit.store.ts";
import type { Told } from "./output.ts";
import { withDatabase } from "./with-database.ts";

type NewKey = { name: string; account?: string; tier?: Tier; ratePerMinute?: number };

export async function keysCreate(options: NewKey, signal: AbortSignal): Promise<Told> {
  const { key, accountId } = await withDatabase(signal, (db) =>
    createKey(db, {
      name: options.name,
      email: options.account ?? null,
      tier: options.tier ?? null,
      ratePerMinute: options.ratePerMinute ?? null,
    }),
  );
  return { record: { key, account_id: accountId, name: options.name }, lines: [key] };
}

export async function keysList(signal: AbortSignal): Promise<Told> {
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
  const none = ["There is no key yet. Make one with: npx winnow keys create --name NAME"];
  return { record: { keys: record }, lines, notes: keys.length === 0 ? none : [] };
}

export async function keysRevoke(keyId: string, signal: AbortSignal): Promise<Told> {
  if (!(await withDatabase(signal, (db) => revokeKey(db, { accountId: null, ...BY_COMMAND }, keyId))))
    throw new Error(`There is no active key ${keyId}. See them with: npx winnow keys list`);
  return { record: { id: keyId, revoked: true }, lines: [], notes: [`${keyId} is revoked.`] };
}
