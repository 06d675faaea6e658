/** `winnow migrate`: migrates the database, as every command does, and does nothing else. */
import type { CommandOutput } from "./output.ts";
import { withDatabase } from "./with-database.ts";

export async function migrateDatabase(signal: AbortSignal): Promise<CommandOutput> {
  await withDatabase(signal, async () => undefined);
  return { record: { up_to_date: true }, lines: [], notes: ["The database is up to date."] };
}
