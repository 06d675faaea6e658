/** The data keys and the master key that seals them: create, rotate, open. */
import { hkdfSync, randomBytes } from "node:crypto";
import type pg from "pg";
import { openWith, sealWith } from "./aes-gcm.ts";
import { ConfigError } from "./env.ts";
import { type Connection, openClient } from "./postgres/client.ts";
import { type DataKey, type Vault, vaultOf } from "./vault.ts";

/** `previous` opens keys that were sealed before the master key was rotated. */
export type MasterKeys = { current: string | null; previous: string | null };

/** Any constant; an advisory lock, so that two processes do not create or rotate keys at the same time. */
const LOCK = 7_240_618;

type Row = { id: string; sealed_key: string };

/**
 * Null when nothing is encrypted. The first call with a master key creates a data key. A call with a new master key and the previous one
 * seals the data keys again; the previous master key is not needed afterwards. Throws ConfigError when the master key is missing or wrong.
 */
export async function openVault(connection: Connection, { current, previous }: MasterKeys): Promise<Vault | null> {
  const client = openClient(connection, "winnow keys");
  await client.connect();
  try {
    const find = async () => (await client.query<Row>("SELECT id, sealed_key FROM encryption_keys ORDER BY created_at, id")).rows;
    if (current === null) {
      if ((await find()).length > 0) throw new ConfigError("WINNOW_MASTER_KEY", "has to be set: the data of this database are encrypted.");
      return null;
    }
    await client.query("BEGIN");
    await client.query("SELECT pg_advisory_xact_lock($1)", [LOCK]);
    const keys = await openKeys(client, await find(), { current, previous });
    if (keys.length === 0) keys.push(await makeKey(client, current));
    await client.query("COMMIT");
    return vaultOf(keys);
  } finally {
    await client.end();
  }
}

async function openKeys(
  client: pg.Client,
  rows: Row[],
  { current, previous }: { current: string; previous: string | null },
): Promise<DataKey[]> {
  const keys: DataKey[] = [];
  for (const { id, sealed_key } of rows) {
    const sealed = Buffer.from(sealed_key, "base64");
    let key = tryOpen(current, sealed);
    if (key === null && previous !== null) {
      key = tryOpen(previous, sealed);
      if (key)
        await client.query("UPDATE encryption_keys SET sealed_key = $2, resealed_at = now() WHERE id = $1", [id, sealedBy(current, key)]);
    }
    if (key === null)
      throw new ConfigError(
        "WINNOW_MASTER_KEY",
        "is not the one that the data of this database were encrypted with. Set that one; to change it, set that one as WINNOW_MASTER_KEY_PREVIOUS.",
      );
    keys.push({ id, key });
  }
  return keys;
}

async function makeKey(client: pg.Client, master: string): Promise<DataKey> {
  const made = { id: randomBytes(6).toString("hex"), key: randomBytes(32) };
  await client.query("INSERT INTO encryption_keys (id, sealed_key) VALUES ($1, $2)", [made.id, sealedBy(master, made.key)]);
  return made;
}

const masterKey = (master: string): Buffer => Buffer.from(hkdfSync("sha256", master, "", "winnow master key v1", 32));
const sealedBy = (master: string, key: Buffer): string => sealWith(masterKey(master), key).toString("base64");

function tryOpen(master: string, sealed: Buffer): Buffer | null {
  try {
    return openWith(masterKey(master), sealed);
  } catch {
    return null;
  }
}
