/** Forgets what reviews of a template's tasks taught. */
import { type Caller, recordAudit } from "#platform/audit.store.ts";
import type { Db } from "#platform/postgres/db.ts";
import { transaction } from "#platform/postgres/transaction.ts";
import { deleteLayouts } from "./memory.store.ts";

/** One layout, or all where none is named. Returns how many were forgotten. */
export function forgetLayouts(db: Db, caller: Caller, { template, layout }: { template: string; layout?: string }): Promise<number> {
  return transaction(db, async (tx) => {
    const count = await deleteLayouts(tx, { accountId: caller.accountId, scope: template }, layout);
    if (count > 0) await recordAudit(tx, caller, "memory.forgotten", layout ?? template);
    return count;
  });
}
