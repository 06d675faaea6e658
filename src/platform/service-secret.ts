/** The service's own secret: configured, or stored in the data dir. A backup omits it, or contains it sealed with a passphrase. */
import { randomBytes, scrypt } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { openWith, sealWith } from "./aes-gcm.ts";
import type { Config } from "./config.ts";
import { ConfigError } from "./env.ts";

export type SecretSource = Pick<Config, "secret" | "dataDir" | "backupPassphrase">;

const KEPT = "secret";
const SEALED = "secret.sealed";
const LEFT_OUT = "secret.left-out";

const derive = promisify<string, Buffer, number, object, Buffer>(scrypt);
/** OWASP's first choice (Password Storage Cheat Sheet): 128 MiB and about 0.5 s per try. */
const COST = { N: 2 ** 17, r: 8, p: 1, maxmem: 160 * 2 ** 20 };
const HEAD = "winnow-secret-v1:";
const SALT_BYTES = 16;

/**
 * The configured secret, else the one in the data dir, which the first start creates (readable by the owner only). Throws ConfigError in a
 * data dir restored from a backup whose secret is missing or cannot be opened.
 */
export async function readSecret({ secret, dataDir, backupPassphrase }: SecretSource): Promise<string> {
  if (secret !== null) return secret;
  const kept = await textOf(path.join(dataDir, KEPT));
  if (kept) return kept;
  const sealed = await textOf(path.join(dataDir, SEALED));
  if (sealed !== null) return keep(dataDir, await unseal(sealed, backupPassphrase));
  if ((await textOf(path.join(dataDir, LEFT_OUT))) !== null)
    throw new ConfigError(
      "WINNOW_SECRET",
      `${dataDir} is a backup that was made without its secret; give the secret of the server it was made of, or put that server's file \`secret\` there.`,
    );
  return keep(dataDir, randomBytes(32).toString("hex"));
}

/** When two processes write it at the same time, the first one wins. */
async function keep(dataDir: string, secret: string): Promise<string> {
  const file = path.join(dataDir, KEPT);
  await mkdir(dataDir, { recursive: true });
  await writeFile(file, secret, { flag: "wx", mode: 0o600 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "EEXIST") throw error;
  });
  return (await readFile(file, "utf8")).trim();
}

/** Writes the sealed secret into the folder of a backup, or a note that it was left out. `passphrase`: null to leave it out. */
export async function copySecret(source: SecretSource, to: string, passphrase: string | null): Promise<void> {
  const [name, text] =
    passphrase === null
      ? [LEFT_OUT, "This backup was made without its secret. See docs/operations.md, “Backup and restore”."]
      : [SEALED, await seal(await readSecret(source), passphrase)];
  await writeFile(path.join(to, name), `${text}\n`, { flag: "wx", mode: 0o600 });
}

/** The salt, followed by the sealed secret. */
async function seal(secret: string, passphrase: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  return HEAD + Buffer.concat([salt, sealWith(await keyOf(passphrase, salt), Buffer.from(secret))]).toString("base64");
}

async function unseal(sealed: string, passphrase: string | null): Promise<string> {
  if (passphrase === null)
    throw new ConfigError("WINNOW_BACKUP_PASSPHRASE", "has to be set: the data dir is a backup whose secret is sealed with it.");
  const bytes = Buffer.from(sealed.slice(HEAD.length), "base64");
  const key = await keyOf(passphrase, bytes.subarray(0, SALT_BYTES));
  try {
    return openWith(key, bytes.subarray(SALT_BYTES)).toString("utf8");
  } catch {
    throw new ConfigError("WINNOW_BACKUP_PASSPHRASE", "does not open the secret of this backup; give the passphrase it was made with.");
  }
}

const keyOf = (passphrase: string, salt: Buffer): Promise<Buffer> => derive(passphrase.normalize("NFKC"), salt, 32, COST);

/** Null when the file does not exist. */
async function textOf(file: string): Promise<string | null> {
  try {
    return (await readFile(file, "utf8")).trim();
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
    throw error;
  }
}
