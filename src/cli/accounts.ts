/** `winnow accounts link`: a one-time link to become the owner, or to set an account's password. */
import { ownerExists } from "#accounts/accounts.store.ts";
import { createLink } from "#accounts/links.ts";
import { findPerson, membershipOf } from "#accounts/members.store.ts";
import { BY_COMMAND, recordAudit } from "#platform/audit.store.ts";
import { publicUrlOf } from "#platform/config.ts";
import { accountOf } from "./account-of.ts";
import type { CommandOutput } from "./output.ts";
import { withDatabase } from "./with-database.ts";

export async function accountsLink(options: { account?: string }, signal: AbortSignal): Promise<CommandOutput> {
  const { url, expiresAt } = await withDatabase(signal, async (db, config) => {
    if (options.account === undefined && !(await ownerExists(db))) return createLink(db, publicUrlOf(config), { kind: "owner" });
    const person = options.account === undefined ? null : await findPerson(db, options.account);
    const found = person && (await membershipOf(db, person.id, null));
    const { accountId, email } = found ? { ...found, email: options.account ?? "" } : await accountOf(db, options.account);
    await recordAudit(db, { accountId, ...BY_COMMAND }, "account.link_created", person?.id ?? accountId);
    return createLink(db, publicUrlOf(config), { kind: "password", email });
  });
  return {
    record: { url, expires_at: expiresAt },
    lines: [url],
    notes: [`The link works once, until ${expiresAt.toISOString()}.`],
  };
}
