/** All SQL on passkeys and on the challenges that authenticators sign. */
import { createHash } from "node:crypto";
import { sql } from "kysely";
import { newId } from "#contract/ids.ts";
import type { Db } from "#platform/postgres/db.ts";

const CHALLENGE_MINUTES = 5;

const identifierOf = (challenge: string): string => `passkey ${createHash("sha256").update(challenge).digest("base64url")}`;

/** `purpose`: whose passkey is made, or a sign-in. */
export async function keepChallenge(db: Db, challenge: string, purpose: string): Promise<void> {
  await db
    .insertInto("sign_in_steps")
    .values({
      id: newId("cred"),
      identifier: identifierOf(challenge),
      value: purpose,
      expires_at: sql<Date>`now() + make_interval(mins => ${CHALLENGE_MINUTES})`,
    })
    .execute();
}

/** A challenge is worth one answer. */
export async function takeChallenge(db: Db, challenge: string, purpose: string): Promise<boolean> {
  const row = await db
    .deleteFrom("sign_in_steps")
    .where("identifier", "=", identifierOf(challenge))
    .where("value", "=", purpose)
    .where("expires_at", ">", sql<Date>`now()`)
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}

export type PasskeyLine = {
  id: string;
  name: string;
  credentialId: string;
  transports: string[];
  createdAt: Date;
  lastUsedAt: Date | null;
};

/** Oldest first. */
export const listPasskeys = (db: Db, personId: string): Promise<PasskeyLine[]> =>
  db
    .selectFrom("passkeys")
    .select(["id", "name", "credential_id as credentialId", "transports", "created_at as createdAt", "last_used_at as lastUsedAt"])
    .where("person_id", "=", personId)
    .orderBy("id")
    .execute();

export type NewPasskey = { name: string; credentialId: string; publicKey: Uint8Array; counter: number; transports: string[] };

/** Null: the authenticator has one of this server already. */
export async function insertPasskey(db: Db, personId: string, made: NewPasskey): Promise<PasskeyLine | null> {
  const row = await db
    .insertInto("passkeys")
    .values({
      id: newId("psk"),
      person_id: personId,
      name: made.name,
      credential_id: made.credentialId,
      public_key: Buffer.from(made.publicKey),
      counter: made.counter,
      transports: made.transports,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning(["id", "name", "credential_id as credentialId", "transports", "created_at as createdAt", "last_used_at as lastUsedAt"])
    .executeTakeFirst();
  return row ?? null;
}

/** False: the person has no such passkey. */
export async function deletePasskey(db: Db, personId: string, id: string): Promise<boolean> {
  const row = await db.deleteFrom("passkeys").where("id", "=", id).where("person_id", "=", personId).returning("id").executeTakeFirst();
  return row !== undefined;
}

export type Held = { id: string; personId: string; role: "owner" | "member"; publicKey: Buffer; counter: number; transports: string[] };

export async function findPasskey(db: Db, credentialId: string): Promise<Held | null> {
  const row = await db
    .selectFrom("passkeys as k")
    .innerJoin("people as p", "p.id", "k.person_id")
    .select(["k.id", "k.person_id as personId", "p.role", "k.public_key as publicKey", "k.counter", "k.transports"])
    .where("k.credential_id", "=", credentialId)
    .executeTakeFirst();
  return row ? { ...row, counter: Number(row.counter) } : null;
}

export async function notePasskeyUse(db: Db, id: string, counter: number): Promise<void> {
  await db.updateTable("passkeys").set({ counter, last_used_at: sql<Date>`now()` }).where("id", "=", id).execute();
}
