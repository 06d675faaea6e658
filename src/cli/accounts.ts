/** `winnow accounts link`: a one-time link to become the owner, or to set an account's password. */
import { ownerExists } from "#accounts/accounts.store.ts";
import { createLink } from "#accounts/links.ts";
import { findPerson, membershipOf } from "#accounts/members.store.ts";
import { resetSecondFactor } from "#accounts/second-factor/second-factor.store.ts";
import { BY_COMMAND, recordAudit } from "#platform/audit.store.ts";
import { publicUrlOf } from "#platform/config.ts";
import type { Db } from "#platform/postgres/db.ts";
import { transaction } from "#platform/postgres/transaction.ts";
import { accountOf } from "./account-of.ts";
import type { CommandOutput } from "./output.ts";
import { withDatabase } from "./with-database.ts";

export async function accountsLink(
  options: { account?: string; withoutSecondFactor?: boolean },
  signal: AbortSignal,
): Promise<CommandOutput> {
  const { url, expiresAt } = await withDatabase(signal, async (db, config) => {
    if (options.account === undefined && !(await ownerExists(db))) return createLink(db, publicUrlOf(config), { kind: "owner" });
    const person = options.account === undefined ? null : await findPerson(db, options.account);
    const found = person && (await membershipOf(db, person.id, null, { atProvider: true }));
    const { accountId, email } = found ? { ...found, email: options.account ?? "" } : await accountOf(db, options.account);
    await recordAudit(db, { accountId, ...BY_COMMAND }, "account.link_created", person?.id ?? accountId);
    if (options.withoutSecondFactor) await removeSecondFactor(db, accountId, person?.id ?? (await findPerson(db, email))?.id);
    return createLink(db, publicUrlOf(config), { kind: "password", email });
  });
  return {
    record: { url, expires_at: expiresAt },
    lines: [url],
    notes: [`The link works once, until ${expiresAt.toISOString()}.`],
  };
}

async function removeSecondFactor(db: Db, accountId: string, personId: string | undefined): Promise<void> {
  await transaction(db, async (tx) => {
    if (personId === undefined || !(await resetSecondFactor(tx, personId)))
      throw new Error("This person has no second factor. Leave out --without-second-factor.");
    await recordAudit(tx, { accountId, ...BY_COMMAND }, "account.second_factor_off", personId);
  });
}
