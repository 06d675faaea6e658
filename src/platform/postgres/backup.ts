/**
 * Copies the running embedded database by PostgreSQL's low-level base backup (its manual, "Making a Base Backup Using the Low Level API"),
 * because the embedded package has no pg_basebackup. The copy is a data dir: a server started on it recovers by itself.
 */
import { chmod, copyFile, mkdir, readdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { type Connection, openClient } from "./client.ts";

/** Folders that a server recreates or must not find: its manual, "Backing Up the Data Directory". */
const EMPTIED = ["pg_wal", "pg_replslot", "pg_dynshmem", "pg_notify", "pg_serial", "pg_snapshots", "pg_stat_tmp", "pg_subtrans"];
const LEFT_OUT = ["postmaster.pid", "postmaster.opts"];

/** Copies the data dir `from`, on which the server of `connection` runs, to `to`, which is created. */
export async function copyDatabase(connection: Connection, from: string, to: string): Promise<void> {
  const client = openClient(connection, "winnow backup", { mayBeSilent: true });
  await client.connect();
  try {
    // Retains the WAL from this moment until the connection ends.
    await client.query("SELECT pg_create_physical_replication_slot($1, true, true)", [`winnow_backup_${process.pid}`]);
    await client.query("SELECT pg_backup_start('winnow', fast => true)");
    await copyFolder(from, to, (name) => !LEFT_OUT.includes(name), EMPTIED);
    const { rows } = await client.query<{ labelfile: string; spcmapfile: string }>(
      "SELECT labelfile, spcmapfile FROM pg_backup_stop(false)",
    );
    await writeFile(path.join(to, "backup_label"), rows[0]?.labelfile ?? "", { mode: 0o600 });
    await copyFolder(path.join(from, "pg_wal"), path.join(to, "pg_wal"), (name) => /^[0-9A-F]{24}$|\.history$/.test(name), [
      "archive_status",
      "summaries",
    ]);
  } finally {
    await client.end();
  }
}

/** Folders named in `emptied` are created empty. Files that disappear meanwhile are left out. */
export async function copyFolder(
  from: string,
  to: string,
  wanted: (name: string) => boolean,
  emptied: readonly string[] = [],
): Promise<void> {
  await mkdir(to, { recursive: true, mode: 0o700 });
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const [source, target] = [path.join(from, entry.name), path.join(to, entry.name)];
    if (entry.isDirectory() && emptied.includes(entry.name)) await mkdir(target, { recursive: true, mode: 0o700 });
    else if (entry.isDirectory()) await copyFolder(source, target, () => true);
    else if (entry.isFile() && wanted(entry.name)) await copyIfThere(source, target);
  }
}

async function copyIfThere(source: string, target: string): Promise<void> {
  try {
    await copyFile(source, target);
    await chmod(target, 0o600);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ENOENT")) throw error;
  }
}
