/** `winnow migrate`: every command brings the database up to date; this one does only that. */
import type { Told } from "./output.ts";
import { withDatabase } from "./with-database.ts";

export async function migrateDatabase(signal: AbortSignal): Promise<Told> {
  await withDatabase(signal, async () => undefined);
  return { record: { up_to_date: true }, lines: [], notes: ["The database is up to date."] };
}
