/** `winnow backup`. */
import { readdir, stat } from "node:fs/promises";
import path from "node:path";
import { ConfigError } from "#platform/env.ts";
import { copyDatabase, copyFolder } from "#platform/postgres/backup.ts";
import { copySecret } from "#platform/service-secret.ts";
import { makeFolder } from "./out-folder.ts";
import type { CommandOutput } from "./output.ts";
import { withDatabase } from "./with-database.ts";

/** Copies database and documents to a new folder, which can be used as a data dir. Works with and without a running server. */
export async function backup(
  folder: string,
  { withSecret = false }: { withSecret?: boolean },
  signal: AbortSignal,
): Promise<CommandOutput> {
  const to = path.resolve(folder);
  if (await hasContent(to)) throw new Error(`${to} is not empty. Give a new folder for each backup.`);
  await withDatabase(signal, async (_db, config, connection) => {
    if (config.database.kind === "url")
      throw new Error(
        "The database of DATABASE_URL is your own: back it up with its tools (pg_dump, snapshots), and then the folder of the documents, in this order.",
      );
    const { storage } = config;
    if (storage.kind === "s3")
      throw new Error(
        "These documents are in a bucket, and `winnow backup` copies a data dir. Set DATABASE_URL as well, and back up the database and the bucket with their own tools.",
      );
    const passphrase = withSecret ? config.backupPassphrase : null;
    if (withSecret && passphrase === null)
      throw new ConfigError("WINNOW_BACKUP_PASSPHRASE", "has to be set; `--with-secret` seals the secret with it.");
    await makeFolder(to, "the backup's folder", 0o700);
    const documents = () => copyNew(storage.folder, path.join(to, "documents"));
    // Before the database, for documents deleted meanwhile; after it, for documents of tasks submitted meanwhile.
    await documents();
    await copyDatabase(connection, config.database.folder, path.join(to, "postgres"));
    await documents();
    await copySecret(config, to, passphrase);
  });
  return {
    record: { folder: to },
    lines: [],
    notes: [
      `The backup is in ${to}. To go on from it: WINNOW_DATA_DIR=${to} npx winnow start, with the same WINNOW_MASTER_KEY, if set,`,
      withSecret
        ? "and with WINNOW_BACKUP_PASSPHRASE, which opens the secret that is sealed in it."
        : "and with the secret of this server: as WINNOW_SECRET, or its file `secret`, which is not in the backup.",
    ],
  };
}

async function hasContent(folder: string): Promise<boolean> {
  return (await readdir(folder).catch(() => [])).length > 0;
}

/** Documents never change, so one that was copied is not copied again. */
async function copyNew(from: string, to: string): Promise<void> {
  for (const account of await readdir(from).catch(() => [])) {
    const there = new Set(await readdir(path.join(to, account)).catch(() => []));
    const source = path.join(from, account);
    if ((await stat(source)).isDirectory()) await copyFolder(source, path.join(to, account), (name) => !there.has(name));
  }
}
