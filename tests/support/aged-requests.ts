/** Time that passes for an account's rate. */
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import type { SharedService } from "./shared-service.ts";

const CELLS_PER_SECOND = 4;
/** As long as a process repeats a refusal from memory (src/accounts/refusals.ts), and a little more. */
const REFUSAL_MS = 300;

/** As if the account's requests had been sent that much earlier. */
export async function age(service: SharedService, accountId: string, seconds: number): Promise<void> {
  await sql`UPDATE rate_cells SET cell = cell - ${seconds * CELLS_PER_SECOND} WHERE account_id = ${accountId}`.execute(service.db);
  await sleep(REFUSAL_MS);
}
