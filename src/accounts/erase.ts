/** Erases an account: its rows, its documents, and its personal data in the audit log. */
import { BY_COMMAND, forgetInAudit, recordAudit } from "#platform/audit.store.ts";
import type { Blobs } from "#platform/blobs/blobs.ts";
import type { Db } from "#platform/postgres/db.ts";
import { transaction } from "#platform/postgres/transaction.ts";
import { deleteAccount } from "./accounts.store.ts";
import { deleteLinksOf } from "./links.store.ts";
import { forgetSignInTries } from "./sign-in-delay.store.ts";

/**
 * `db`: connected as the owner of the tables. Rows and log in one transaction, then the files; maintenance deletes files that a worker
 * stores meanwhile.
 */
export async function eraseAccount({ db, blobs }: { db: Db; blobs: Blobs }, account: { accountId: string; email: string }): Promise<void> {
  const { accountId } = account;
  const email = account.email.toLowerCase();
  await transaction(db, async (tx) => {
    await forgetInAudit(tx, { accountId, email });
    await deleteLinksOf(tx, email);
    await deleteAccount(tx, accountId);
    await recordAudit(tx, { accountId, ...BY_COMMAND }, "account.erased", accountId);
  });
  await forgetSignInTries(db, email);
  for await (const key of blobs.keys()) if (key.startsWith(`${accountId}/`)) await blobs.delete(key);
}
