/** All SQL on accounts. */
import { sql } from "kysely";
import { newId } from "#contract/ids.ts";
import type { Tier } from "#contract/tiers.ts";
import type { Db, Tx } from "#platform/postgres/db.ts";

/** The id of the account with this e-mail address, created when there is none. A given tier or rate replaces the current one. */
export async function upsertAccount(db: Db, email: string, plan: { tier: Tier; ratePerMinute: number } | null): Promise<string> {
  const row = await db
    .insertInto("accounts")
    .values({ id: newId("acct"), email: email.toLowerCase(), tier: plan?.tier ?? "free", rate_per_minute: plan?.ratePerMinute ?? 100 })
    .onConflict((conflict) =>
      plan
        ? conflict.column("email").doUpdateSet({ tier: plan.tier, rate_per_minute: plan.ratePerMinute })
        : conflict.column("email").doUpdateSet((eb) => ({ email: eb.ref("excluded.email") })),
    )
    .returning("id")
    .executeTakeFirstOrThrow();
  return row.id;
}

/** Null: the account uses the server's default budget again. */
export async function setBudget(db: Db, accountId: string, usd: number | null): Promise<void> {
  await db
    .updateTable("accounts")
    .set({ monthly_budget_usd: usd === null ? null : String(usd) })
    .where("id", "=", accountId)
    .execute();
}

export async function budgetOf(db: Db, accountId: string): Promise<number | null> {
  const row = await db.selectFrom("accounts").select("monthly_budget_usd").where("id", "=", accountId).executeTakeFirst();
  return row?.monthly_budget_usd == null ? null : Number(row.monthly_budget_usd);
}

export type Plan = { tier: Tier; ratePerMinute: number; monthlyBudgetUsd: number | null };

/** `monthlyBudgetUsd`: the account's own, as in budgetOf. */
export async function planOf(db: Db, accountId: string): Promise<Plan> {
  const row = await db
    .selectFrom("accounts")
    .select(["tier", "rate_per_minute as ratePerMinute", "monthly_budget_usd as budget"])
    .where("id", "=", accountId)
    .executeTakeFirstOrThrow();
  return { tier: row.tier, ratePerMinute: row.ratePerMinute, monthlyBudgetUsd: row.budget === null ? null : Number(row.budget) };
}

/** `email`: or the id. */
export async function findAccount(db: Db | Tx, email: string): Promise<string | null> {
  const row = await db
    .selectFrom("accounts")
    .select("id")
    .where((eb) => eb.or([eb("email", "=", email.toLowerCase()), eb("id", "=", email)]))
    .executeTakeFirst();
  return row?.id ?? null;
}

/** Row lock, so that two keys made at the same time are made one after the other. */
export async function lockAccount(tx: Tx, accountId: string): Promise<void> {
  await tx.selectFrom("accounts").select("id").where("id", "=", accountId).forUpdate().execute();
}

/** The account of a command that names none, until there is an owner. */
export const FIRST_EMAIL = "owner@localhost";

/** Null until there is an owner. */
export async function ownerEmail(db: Db | Tx): Promise<string | null> {
  const row = await db.selectFrom("accounts").select("email").where("role", "=", "owner").executeTakeFirst();
  return row?.email ?? null;
}

/** In the order of creation, up to `max`; the id of a workspace that has no address. */
export async function emailsOfAccounts(db: Db, max: number): Promise<string[]> {
  const rows = await db.selectFrom("accounts").select(["id", "email"]).orderBy("id").limit(max).execute();
  return rows.map(({ id, email }) => email ?? id);
}

export async function ownerExists(db: Db | Tx): Promise<boolean> {
  return (await db.selectFrom("accounts").select("id").where("role", "=", "owner").executeTakeFirst()) !== undefined;
}

export async function accountExists(db: Db | Tx): Promise<boolean> {
  return (await db.selectFrom("accounts").select("id").limit(1).executeTakeFirst()) !== undefined;
}

/** Advisory lock until the transaction ends, so that two requests to become the owner are handled one after the other. */
export async function lockOwnership(tx: Tx): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended('winnow owner', 7240613))`.execute(tx);
}

/** Makes the account with this address the owner's; else the command line's account; else a new one. Its keys and tasks remain. */
export async function makeOwner(tx: Tx, person: { email: string; name: string; tier: Tier; ratePerMinute: number }): Promise<string> {
  const plan = { tier: person.tier, rate_per_minute: person.ratePerMinute };
  const found = await tx
    .selectFrom("accounts")
    .select("id")
    .where("email", "in", [person.email, FIRST_EMAIL])
    .orderBy(sql`email = ${person.email}`, "desc")
    .executeTakeFirst();
  const id = found?.id ?? newId("acct");
  const values = { email: person.email, name: person.name, role: "owner" as const, ...plan, updated_at: sql<Date>`now()` };
  if (found) await tx.updateTable("accounts").set(values).where("id", "=", id).execute();
  else
    await tx
      .insertInto("accounts")
      .values({ id, ...values })
      .execute();
  return id;
}

/** Null: an account with this address exists already. */
export async function insertAccount(
  tx: Tx,
  person: { email: string; name: string; tier: Tier; ratePerMinute: number },
): Promise<string | null> {
  const row = await tx
    .insertInto("accounts")
    .values({ id: newId("acct"), email: person.email, name: person.name, tier: person.tier, rate_per_minute: person.ratePerMinute })
    .onConflict((conflict) => conflict.doNothing())
    .returning("id")
    .executeTakeFirst();
  return row?.id ?? null;
}

/** Sets the person's name on an account created by the command line. */
export async function nameAccount(tx: Tx, email: string, name: string): Promise<void> {
  await tx.updateTable("accounts").set({ name, updated_at: sql`now()` }).where("email", "=", email).execute();
}

/** A workspace beside the one that a person has anyway. */
export async function insertWorkspace(
  tx: Tx,
  { name, tier, ratePerMinute }: { name: string; tier: Tier; ratePerMinute: number },
): Promise<string> {
  const id = newId("acct");
  await tx.insertInto("accounts").values({ id, email: null, name, tier, rate_per_minute: ratePerMinute }).execute();
  return id;
}

export async function renameAccount(db: Db, accountId: string, name: string): Promise<void> {
  await db.updateTable("accounts").set({ name, updated_at: sql`now()` }).where("id", "=", accountId).execute();
}

/** Null: the account has none. */
export async function emailOf(db: Db | Tx, accountId: string): Promise<string | null> {
  return (await db.selectFrom("accounts").select("email").where("id", "=", accountId).executeTakeFirst())?.email ?? null;
}

/** Null: no such account. */
export async function accountName(db: Db | Tx, accountId: string): Promise<string | null> {
  const row = await db.selectFrom("accounts").select(["name", "email"]).where("id", "=", accountId).executeTakeFirst();
  return row ? row.name || (row.email ?? "") : null;
}

/** Deletes the account with all of its rows. */
export async function deleteAccount(tx: Tx, accountId: string): Promise<void> {
  await tx.deleteFrom("accounts").where("id", "=", accountId).execute();
}
