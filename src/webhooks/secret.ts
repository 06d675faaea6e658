/** An account's webhook secret: created on first use, rotated with an overlap of 24 h. */
import { randomBytes } from "node:crypto";
import type { WebhookSecret } from "#contract/webhooks.ts";
import { type Caller, recordAudit } from "#platform/audit.store.ts";
import type { Db, Tx } from "#platform/postgres/db.ts";
import { transaction } from "#platform/postgres/transaction.ts";
import type { SecretBox } from "#platform/secret-box.ts";
import { findOrInsertSecret, replaceSecret, type SecretRow } from "./secrets.store.ts";

const OVERLAP_HOURS = 24;
type Deps = { db: Db; secretBox: SecretBox };

const newSecret = () => `whsec_${randomBytes(32).toString("base64")}`;

export async function readWebhookSecret({ db, secretBox }: Deps, accountId: string): Promise<WebhookSecret> {
  return recordOf(secretBox, await findOrInsertSecret(db, accountId, () => secretBox.seal(newSecret())));
}

export async function rotateWebhookSecret({ db, secretBox }: Deps, caller: Caller): Promise<WebhookSecret> {
  const { accountId } = caller;
  const row = await transaction(db, async (tx) => {
    await findOrInsertSecret(tx, accountId, () => secretBox.seal(newSecret()));
    await replaceSecret(tx, accountId, secretBox.seal(newSecret()), OVERLAP_HOURS);
    await recordAudit(tx, caller, "webhook_secret.rotated", accountId);
    return findOrInsertSecret(tx, accountId, newSecret);
  });
  return recordOf(secretBox, row);
}

/** The secrets that sign at present, newest first. */
export async function signingSecrets(db: Db | Tx, secretBox: SecretBox, accountId: string): Promise<string[]> {
  const row = await findOrInsertSecret(db, accountId, () => secretBox.seal(newSecret()));
  return [row.sealed_secret, row.sealed_previous].filter((sealed) => sealed !== null).map(secretBox.open);
}

const recordOf = (secretBox: SecretBox, row: SecretRow): WebhookSecret => ({
  secret: secretBox.open(row.sealed_secret),
  created_at: row.created_at.toISOString(),
  previous_expires_at: row.previous_expires_at?.toISOString() ?? null,
});
