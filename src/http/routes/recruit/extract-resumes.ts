/** POST /extract-resumes: takes a batch of résumés, answers with a job id at once. */
import { LIMITS } from "#contract/limits.ts";
import { ExtractResumesBody, ExtractResumesReply, RESUMES_PER_JOB_MAX } from "#contract/recruiting/batch.ts";
import type { App } from "#http/app.ts";
import { warningsOf } from "#http/body/unknown-properties.ts";
import { resumeUploads } from "#http/body/uploads.ts";
import { keepIdempotentAnswer } from "#http/idempotency.ts";
import { errorReplies, security } from "#http/replies.ts";
import { type SubmitResumesDeps, submitResumes } from "#recruiting/batches/submit-resumes.ts";

const schema = {
  tags: ["recruiting"],
  summary: "Submit résumés for extraction",
  security,
  body: ExtractResumesBody,
  response: { 200: ExtractResumesReply, ...errorReplies },
};

export function extractResumes(app: App, deps: SubmitResumesDeps): void {
  app.post(
    "/extract-resumes",
    { schema, bodyLimit: LIMITS.extractResumesBodyBytesMax, config: { uploads: resumeUploads(RESUMES_PER_JOB_MAX) } },
    async (request) =>
      submitResumes(deps, request.accountId, request.body, { positionId: null, warnings: warningsOf(request) }, (tx, answer) =>
        keepIdempotentAnswer(tx, request, 200, answer),
      ),
  );
}
