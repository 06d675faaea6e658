/** Verifies the audit log: the hash of each line covers the line and the hash of the line before it (migrations/0009_audit_chain.sql). */
import { createHash } from "node:crypto";
import { type ChainedLine, chainedLines } from "./audit.store.ts";
import type { Db } from "./postgres/db.ts";

/**
 * Position and hash of a line, as `winnow audit verify` prints them. Kept outside the database, they later prove that no earlier line was
 * changed or removed.
 */
export type ChainHead = { seq: number; hash: string };

export type ChainVerdict = { kind: "whole"; lines: number; head: ChainHead | null } | { kind: "broken"; seq: number; why: string };

const BATCH = 1_000;

/** Reads all lines. `known`: a head saved earlier, which the chain has to contain. */
export async function verifyAudit(db: Db, known: ChainHead | null): Promise<ChainVerdict> {
  let head: ChainHead | null = null;
  let hash = Buffer.alloc(0);
  for (let after = 0; ; after += BATCH) {
    const lines = await chainedLines(db, after, BATCH);
    for (const [i, line] of lines.entries()) {
      const seq = after + i + 1;
      if (line.seq === null) return { kind: "broken", seq, why: `line ${line.id} has no place in the chain` };
      if (line.seq !== seq) return { kind: "broken", seq, why: "this line is missing" };
      hash = hashOf(hash, line);
      if (!line.hash?.equals(hash)) return { kind: "broken", seq, why: "this line, or the one before it, was changed" };
      if (seq === known?.seq && hash.toString("hex") !== known.hash)
        return { kind: "broken", seq, why: "this line is not the one that was known" };
      head = { seq, hash: hash.toString("hex") };
    }
    if (lines.length < BATCH) break;
  }
  if (known && known.seq > (head?.seq ?? 0)) return { kind: "broken", seq: known.seq, why: "this line, which was known, is missing" };
  return { kind: "whole", lines: head?.seq ?? 0, head };
}

function hashOf(previous: Buffer, line: ChainedLine): Buffer<ArrayBuffer> {
  const fields = [String(line.seq), String(line.id), line.accountId ?? "", line.at, line.action, line.subject, line.actor, line.ip ?? ""];
  const text = fields.map((field) => `${Buffer.byteLength(field)}:${field}`).join("");
  return createHash("sha256").update(previous).update(text).digest();
}
