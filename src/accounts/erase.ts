/** Erases an account: its rows, its documents, the people who are members nowhere else, and its personal data in the audit log. */
import { BY_COMMAND, forgetInAudit, recordAudit } from "#platform/audit.store.ts";
import type { Blobs } from "#platform/blobs/blobs.ts";
import type { Db, Tx } from "#platform/postgres/db.ts";
import { transaction } from "#platform/postgres/transaction.ts";
import { deleteAccount } from "./accounts.store.ts";
import { deleteLinksOf } from "./links.store.ts";
import { deletePerson, ownedAlone, peopleOnlyIn } from "./members.store.ts";
import { forgetUser } from "./scim/scim.store.ts";
import { forgetSignInTries } from "./sign-in-delay.store.ts";

type Erased = { accountId: string; email: string | null };

/**
 * `db`: connected as the owner of the tables. Rows and log in one transaction, then the files; maintenance deletes files that a worker
 * stores meanwhile. Throws when a person who goes is the only owner of another workspace.
 */
export async function eraseAccount({ db, blobs }: { db: Db; blobs: Blobs }, account: Erased): Promise<void> {
  const { accountId } = account;
  const emails = await transaction(db, async (tx) => {
    const people = await peopleOf(tx, account);
    await forgetInAudit(tx, { accountId, people });
    for (const { id, email } of people) await forgetUser(tx, { personId: id, email });
    for (const { id } of people) if (id !== "") await deletePerson(tx, id);
    for (const { email } of people) await deleteLinksOf(tx, email);
    await deleteAccount(tx, accountId);
    await recordAudit(tx, { accountId, ...BY_COMMAND }, "account.erased", accountId);
    return people.map(({ email }) => email);
  });
  for (const email of emails) await forgetSignInTries(db, email);
  for await (const key of blobs.keys()) if (key.startsWith(`${accountId}/`)) await blobs.delete(key);
}

/** Those who are members of nothing else, and the one whose address the account has, wherever that person is a member; `id` is empty where only the address is known. */
async function peopleOf(tx: Tx, { accountId, email }: Erased): Promise<{ id: string; email: string }[]> {
  const found = await peopleOnlyIn(tx, accountId, email?.toLowerCase() ?? null);
  for (const person of found) {
    const [owned] = await ownedAlone(tx, person.id, accountId);
    if (owned)
      throw new Error(
        `${person.email} is the only owner of the workspace ${owned.name} (${owned.accountId}). Make another member its owner, or erase it first: winnow accounts erase ${owned.accountId}`,
      );
  }
  if (email === null || found.some((person) => person.email === email.toLowerCase())) return found;
  return [...found, { id: "", email: email.toLowerCase() }];
}
