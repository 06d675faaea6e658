/** `winnow keys create|list|revoke`. */
import { listKeys } from "#accounts/keys.store.ts";
import { createKey, revokeKey } from "#accounts/keys.ts";
import type { Tier } from "#contract/tiers.ts";
import { BY_COMMAND } from "#platform/audit.store.ts";
import { withDatabase } from "./with-database.ts";

export async function keysCreate(options: { name: string; account?: string; tier?: Tier; ratePerMinute?: number }): Promise<void> {
  const { key } = await withDatabase((db) =>
    createKey(db, {
      name: options.name,
      email: options.account ?? null,
      tier: options.tier ?? null,
      ratePerMinute: options.ratePerMinute ?? null,
    }),
  );
  process.stdout.write(`${key}\n`);
}

export async function keysList(): Promise<void> {
  const keys = await withDatabase((db) => listKeys(db, null));
  for (const key of keys) {
    const state = key.revokedAt ? "revoked" : "active";
    const used = key.lastUsedAt ? `last used ${key.lastUsedAt.toISOString()}` : "never used";
    process.stdout.write(
      `${key.id}  ${state.padEnd(7)}  …${key.lastFour}  ${key.email}  ${key.tier}  “${key.name}”  made ${key.createdAt.toISOString()}  ${used}\n`,
    );
  }
  if (keys.length === 0) process.stderr.write("There is no key yet. Make one with: npm run --silent winnow -- keys create --name NAME\n");
}

export async function keysRevoke(keyId: string): Promise<void> {
  if (!(await withDatabase((db) => revokeKey(db, { accountId: null, ...BY_COMMAND }, keyId))))
    throw new Error(`There is no active key ${keyId}. See them with: npm run --silent winnow -- keys list`);
  process.stderr.write(`${keyId} is revoked.\n`);
}
