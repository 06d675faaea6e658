/** `winnow audit verify`. */
import { type ChainHead, verifyAudit } from "#platform/audit-chain.ts";
import type { CommandOutput } from "./output.ts";
import { withDatabase } from "./with-database.ts";

/** Prints the head of the chain; fails with the first broken line. */
export async function auditVerify({ known }: { known?: ChainHead }, signal: AbortSignal): Promise<CommandOutput> {
  const verdict = await withDatabase(signal, (db) => verifyAudit(db, known ?? null));
  if (verdict.kind === "broken")
    throw new Error(`The audit log is broken at line ${verdict.seq}: ${verdict.why}. Compare it with an earlier backup.`);
  const head = verdict.head === null ? "" : `${verdict.head.seq}:${verdict.head.hash}`;
  return {
    record: { lines: verdict.lines, head: head || null },
    lines: [head],
    notes: [`${verdict.lines} lines, none changed, none missing. Keep the last one elsewhere, and give it to a later check with --known:`],
  };
}
