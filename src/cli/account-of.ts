/** The account that a command names. */
import { findAccount } from "#accounts/accounts.store.ts";
import type { Db } from "#platform/postgres/db.ts";

/** Throws a text for the operator when there is none. */
export async function accountOf(db: Db, email: string): Promise<string> {
  const accountId = await findAccount(db, email);
  if (accountId !== null) return accountId;
  const make = `npx winnow keys create --name NAME --account ${email}`;
  throw new Error(`There is no account ${email}. It is made with its first key: ${make}`);
}
