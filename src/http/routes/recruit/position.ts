/** GET, PUT, DELETE /positions/{position_id}; POST …/resumes; GET …/applications. */
import { z } from "zod";
import { idShape } from "#contract/ids.ts";
import { LIMITS } from "#contract/limits.ts";
import { ExtractResumesBody, ExtractResumesReply } from "#contract/recruiting/batch.ts";
import { ApplicationList, Position, PositionBody } from "#contract/recruiting/position.ts";
import type { App } from "#http/app.ts";
import { warningsOf } from "#http/body/unknown-properties.ts";
import type { PositionDeps } from "#http/http-deps.ts";
import { keepIdempotentAnswer } from "#http/idempotency.ts";
import { errorRepliesWithId, security } from "#http/replies.ts";
import { type SubmitResumesDeps, submitResumes } from "#recruiting/batches/submit-resumes.ts";
import { applicationsOf } from "#recruiting/positions/applications.ts";
import { findPosition } from "#recruiting/positions/positions.store.ts";
import { changePosition, deletePosition, foundPosition } from "#recruiting/positions/positions.ts";

const base = { tags: ["positions"], security, params: z.object({ position_id: idShape("pos") }) };
const record = { 200: Position, ...errorRepliesWithId };

export function position(app: App, deps: SubmitResumesDeps & Pick<PositionDeps, "publicUrl">): void {
  const { db } = deps;
  app.get("/positions/:position_id", { schema: { ...base, summary: "Read a position", response: record } }, async (request) =>
    foundPosition(await findPosition(db, request.accountId, request.params.position_id)),
  );
  app.put(
    "/positions/:position_id",
    {
      schema: { ...base, summary: "Change a position; other skills evaluate its applications again", body: PositionBody, response: record },
    },
    async (request) => changePosition(deps, request.accountId, request.params.position_id, request.body),
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
  app.post("/positions/:position_id/resumes", { schema: submit, bodyLimit: LIMITS.extractResumesBodyBytesMax }, async (request) => {
    const { position_id } = foundPosition(await findPosition(db, request.accountId, request.params.position_id));
    return submitResumes(deps, request.accountId, request.body, { positionId: position_id, warnings: warningsOf(request) }, (tx, answer) =>
      keepIdempotentAnswer(tx, request, 200, answer),
    );
  });
  app.get(
    "/positions/:position_id/applications",
    { schema: { ...base, summary: "Applications by score", response: { 200: ApplicationList, ...errorRepliesWithId } } },
    async (request) => applicationsOf(deps, request.accountId, request.params.position_id),
  );
}
