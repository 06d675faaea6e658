/** `winnow audit verify`. */
import { type ChainHead, verifyAudit } from "#platform/audit-chain.ts";
import { withDatabase } from "./with-database.ts";

/** Prints the head of the chain; fails with the first place where it is broken. */
export async function auditVerify({ known }: { known?: ChainHead }): Promise<void> {
  const verdict = await withDatabase((db) => verifyAudit(db, known ?? null));
  if (verdict.kind === "broken")
    throw new Error(`The audit log is broken at line ${verdict.seq}: ${verdict.why}. Compare it with a backup from before.`);
  process.stderr.write(
    `${verdict.lines} lines, none changed, none missing. Keep the last one elsewhere, and give it to a later check with --known:\n`,
  );
  process.stdout.write(verdict.head === null ? "\n" : `${verdict.head.seq}:${verdict.head.hash}\n`);
}
