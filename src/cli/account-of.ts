/** Finds the account that a command applies to. */
import { emailsOfAccounts, FIRST_EMAIL, findAccount, ownerEmail } from "#accounts/accounts.store.ts";
import type { Db } from "#platform/postgres/db.ts";

export type Named = { accountId: string; email: string };

const LISTED_MAX = 5;

/**
 * `email`: the value of `--account`, an address or an id. Default: the owner's account; without an owner, the command line's, else the only one. Throws an error
 * whose message is for the operator.
 */
export async function accountOf(db: Db, email: string | undefined): Promise<Named> {
  const wanted = email === undefined ? await usualEmail(db) : await presentEmail(db, email);
  const accountId = await findAccount(db, wanted);
  if (accountId === null) {
    const make = `A new account is made with its first key: winnow keys create --name NAME --account ${wanted}`;
    throw new Error(`${await noAccount(db, wanted)} ${make}`);
  }
  return { accountId, email: wanted };
}

/** When the command line's first account has become the owner's, its old name means the owner's address. */
export async function presentEmail(db: Db, email: string): Promise<string> {
  return email.toLowerCase() === FIRST_EMAIL ? ((await ownerEmail(db)) ?? email) : email;
}

async function usualEmail(db: Db): Promise<string> {
  const owner = await ownerEmail(db);
  if (owner !== null) return owner;
  const emails = await emailsOfAccounts(db, LISTED_MAX);
  const [only] = emails;
  if (only === undefined) throw new Error("There is no account yet. The first key makes one: winnow keys create --name NAME");
  if (emails.includes(FIRST_EMAIL)) return FIRST_EMAIL;
  if (emails.length === 1) return only;
  throw new Error(`There are several accounts. Name one with --account: ${emails.join(", ")}${emails.length === LISTED_MAX ? ", …" : ""}.`);
}

/** Error that lists the existing accounts. */
export async function noAccount(db: Db, email: string): Promise<string> {
  const others = await emailsOfAccounts(db, LISTED_MAX);
  const there = others.length === 0 ? "" : ` These exist: ${others.join(", ")}${others.length === LISTED_MAX ? ", …" : ""}.`;
  return `There is no account ${email}.${there}`;
}
