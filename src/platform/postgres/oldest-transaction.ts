/** Age of the database's oldest open transaction. */
import { sql } from "kysely";
import type { Db } from "./db.ts";

/** 0 when no other transaction is open. */
export async function oldestTransactionSeconds(db: Db): Promise<number> {
  const { rows } = await sql<{ seconds: number }>`SELECT oldest_transaction_seconds() AS seconds`.execute(db);
  return rows[0]?.seconds ?? 0;
}
