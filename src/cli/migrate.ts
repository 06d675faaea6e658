/** `winnow migrate`: every command brings the database up to date; this one does only that. */
import { withDatabase } from "./with-database.ts";

export async function migrateDatabase(): Promise<void> {
  await withDatabase(async () => undefined);
  process.stderr.write("The database is up to date.\n");
}
