/** What an auditor gets of a position: JSON Lines of its evaluations with the hashes of their inputs, and its lines of the audit log. */
import { type Caller, recordAudit } from "#platform/audit.store.ts";
import type { Db } from "#platform/postgres/db.ts";
import { auditLinesOfPosition, evaluationsOfPosition } from "./audit-export.store.ts";
import { evaluationHash, sha256OfJson } from "./evaluation-hash.ts";
import { findPosition } from "./positions/positions.store.ts";
import { foundPosition } from "./positions/positions.ts";

const PAGE = 100;

const VERIFY = [
  "Scores: each line of kind `evaluation` has the version of the rules, its evidence and, in `explanation`, the arithmetic of each score; docs/evaluation.md has the rules.",
  "Inputs: `document_sha256` is the SHA-256 of the résumé's bytes, `required_skills_sha256` that of `required_skills` as JSON without spaces, in the order given here. `evaluation_sha256`, which the candidate's report has too, is that of the line without `kind` and the two hashes at its end, as JSON without spaces, in the order given here.",
  "Audit lines: `hash` is the SHA-256 of the bytes of `previous_hash` and, for each of seq, id, account_id, at without its Z, action, subject, actor and ip (empty when null), its length in bytes, a colon and the field, in UTF-8.",
  "The chain: `winnow audit verify --known SEQ:HASH` on the server checks that a line given here is still in the log, and that nothing before it was changed.",
].join(" ");

/** The lines, of which the first describes the export. Throws ApiError 404. */
export async function auditExport(deps: { db: Db; systemDb: Db }, caller: Caller, positionId: string): Promise<AsyncIterable<string>> {
  const { accountId } = caller;
  const { title, required_skills } = foundPosition(await findPosition(deps.db, accountId, positionId));
  await recordAudit(deps.db, caller, "position.exported", positionId);
  const lines = await auditLinesOfPosition(deps.systemDb, accountId, positionId);
  const head = {
    kind: "export",
    position_id: positionId,
    account_id: accountId,
    title,
    required_skills,
    exported_at: new Date().toISOString(),
    overrides: "None: people cannot change a score.",
    how_to_verify: VERIFY,
  };
  return linesOf(deps.db, accountId, positionId, head, lines);
}

async function* linesOf(db: Db, accountId: string, positionId: string, head: object, audit: readonly object[]): AsyncGenerator<string> {
  yield lineOf(head);
  let after = "";
  for (;;) {
    const page = await evaluationsOfPosition(db, accountId, positionId, { after, limit: PAGE });
    for (const { record } of page)
      yield lineOf({
        kind: "evaluation",
        ...record,
        required_skills_sha256: sha256OfJson(record.required_skills),
        evaluation_sha256: evaluationHash(record),
      });
    after = page.at(-1)?.id ?? after;
    if (page.length < PAGE) break;
  }
  for (const line of audit) yield lineOf({ kind: "audit_line", ...line });
}

const lineOf = (value: object): string => `${JSON.stringify(value)}\n`;
