/** GET, PUT, DELETE /positions/{position_id}; POST …/resumes; GET …/applications. */
import { z } from "zod";
import { idShape, isId } from "#contract/ids.ts";
import { Limit } from "#contract/json.ts";
import { LIMITS } from "#contract/limits.ts";
import { ExtractResumesBody, ExtractResumesReply, RESUMES_PER_JOB_MAX } from "#contract/recruiting/batch.ts";
import { ApplicationList, Position, PositionBody } from "#contract/recruiting/position.ts";
import type { App } from "#http/app.ts";
import { warningsOf } from "#http/body/unknown-properties.ts";
import { resumeUploads } from "#http/body/uploads.ts";
import type { PositionDeps } from "#http/http-deps.ts";
import { keepIdempotentAnswer } from "#http/idempotency.ts";
import { errorRepliesWithId, security } from "#http/replies.ts";
import { cursorOfSortKey, SortKeyCursor, sortKeyOfCursor } from "#http/sort-key-cursor.ts";
import { type SubmitResumesDeps, submitResumes } from "#recruiting/batches/submit-resumes.ts";
import type { ApplicationSortKey } from "#recruiting/positions/applications.store.ts";
import { applicationsOf } from "#recruiting/positions/applications.ts";
import { findPosition } from "#recruiting/positions/positions.store.ts";
import { changePosition, deletePosition, foundPosition } from "#recruiting/positions/positions.ts";

const base = { tags: ["positions"], security, params: z.object({ position_id: idShape("pos") }) };
const record = { 200: Position, ...errorRepliesWithId };

export function position(app: App, deps: SubmitResumesDeps & Pick<PositionDeps, "publicUrl" | "retentionDays">): void {
  const { db } = deps;
  app.get("/positions/:position_id", { schema: { ...base, summary: "Read a position", response: record } }, async (request) =>
    foundPosition(await findPosition(db, request.accountId, request.params.position_id)),
  );
  app.put(
    "/positions/:position_id",
    {
      schema: { ...base, summary: "Change a position; other skills evaluate its applications again", body: PositionBody, response: record },
    },
    async (request) => changePosition(deps, request.caller, request.params.position_id, request.body),
  );
  app.delete(
    "/positions/:position_id",
    { schema: { ...base, summary: "Delete a position with all its applications", response: { 204: z.null(), ...errorRepliesWithId } } },
    async (request, reply) => {
      await deletePosition(deps, request.caller, request.params.position_id);
      return reply.code(204).send(null);
    },
  );
  const submit = {
    ...base,
    summary: "Send résumés for a position: each is read, then evaluated",
    body: ExtractResumesBody,
    response: { 200: ExtractResumesReply, ...errorRepliesWithId },
  };
  app.post(
    "/positions/:position_id/resumes",
    { schema: submit, bodyLimit: LIMITS.extractResumesBodyBytesMax, config: { uploads: resumeUploads(RESUMES_PER_JOB_MAX) } },
    async (request) => {
      const { position_id } = foundPosition(await findPosition(db, request.accountId, request.params.position_id));
      return submitResumes(
        deps,
        request.accountId,
        request.body,
        { positionId: position_id, warnings: warningsOf(request) },
        (tx, answer) => keepIdempotentAnswer(tx, request, 200, answer),
      );
    },
  );
  const applications = {
    ...base,
    summary: "Applications by score",
    querystring: z.object({ limit: Limit, cursor: SortKeyCursor.optional() }),
    response: { 200: ApplicationList, ...errorRepliesWithId },
  };
  app.get("/positions/:position_id/applications", { schema: applications }, async (request) => {
    const { limit, cursor } = request.query;
    const after = cursor === undefined ? null : sortKeyOf(cursor);
    const { next, ...page } = await applicationsOf(deps, request.accountId, request.params.position_id, { after, limit });
    return { ...page, next_cursor: next && cursorOfSortKey([next.score, next.batchId, next.entry]) };
  });
}

const INDEX_MAX = 2 ** 31 - 1;
const Score = z.int().min(0).max(100).nullable();
const CursorParts = z.tuple([Score, z.string().refine((text) => isId("job", text)), z.int().min(0).max(INDEX_MAX)]);

/** Throws ApiError 422. */
function sortKeyOf(cursor: string): ApplicationSortKey {
  const [score, batchId, entry] = sortKeyOfCursor(CursorParts, cursor);
  return { score, batchId, entry };
}
