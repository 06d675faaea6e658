/** `winnow accounts erase`: deletes an account with its rows and documents; the audit log keeps a pseudonym. */
import { emailOf, findAccount } from "#accounts/accounts.store.ts";
import { eraseAccount } from "#accounts/erase.ts";
import { verifyAudit } from "#platform/audit-chain.ts";
import { openBlobs } from "#platform/blobs/open-blobs.ts";
import { openVault } from "#platform/encryption-keys.store.ts";
import { openDb } from "#platform/postgres/db.ts";
import { noAccount } from "./account-of.ts";
import { UsageError } from "./failures.ts";
import type { CommandOutput } from "./output.ts";
import { withDatabase } from "./with-database.ts";

export async function accountsErase(email: string, options: { yes?: boolean }, signal: AbortSignal): Promise<CommandOutput> {
  if (!options.yes)
    throw new UsageError(`This erases ${email} and everything that belongs to it. It cannot be undone. Confirm with --yes.`);
  return withDatabase(signal, async (db, config, connection) => {
    const accountId = await findAccount(db, email);
    if (accountId === null) throw new Error(await noAccount(db, email));
    const vault = await openVault(connection, config.masterKeys);
    // Connects as the owner of the tables, because no other role may change the audit log.
    await using owner = openDb(connection, { connectionsMax: 1, name: "winnow erase", role: null, vault, onError: () => undefined });
    await eraseAccount({ db: owner.db, blobs: openBlobs(config.storage, vault) }, { accountId, email: await emailOf(db, accountId) });
    const verdict = await verifyAudit(db, null);
    if (verdict.kind === "broken")
      throw new Error(`${email} is erased, but the audit log is broken at line ${verdict.seq}: ${verdict.why}.`);
    const head = verdict.head === null ? "" : `${verdict.head.seq}:${verdict.head.hash}`;
    return {
      record: { account_id: accountId, head },
      lines: [head],
      notes: [
        `${email} is erased; the audit log calls it ${accountId}. Lines of the log were changed for it, and their hashes with them: keep this head`,
        "instead of earlier ones for `audit verify --known`. Backups from before still hold the account.",
      ],
    };
  });
}
