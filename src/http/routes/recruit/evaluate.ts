/** POST /evaluate: scores a résumé against required skills. */
import { LIMITS } from "#contract/limits.ts";
import { EvaluateBody, EvaluateReply } from "#contract/recruiting/evaluate.ts";
import type { App } from "#http/app.ts";
import { takeOf } from "#http/body/hold-bytes.ts";
import { keepIdempotentAnswer } from "#http/idempotency.ts";
import { errorReplies, security } from "#http/replies.ts";
import { type EvaluateDeps, evaluateResume } from "#recruiting/evaluate-resume.ts";

const schema = {
  tags: ["recruiting"],
  summary: "Evaluate a résumé against required skills",
  security,
  body: EvaluateBody,
  response: { 200: EvaluateReply, ...errorReplies },
};

export function evaluate(app: App, deps: EvaluateDeps): void {
  app.post("/evaluate", { schema, bodyLimit: LIMITS.extractBodyBytesMax }, async (request) =>
    evaluateResume(deps, { caller: request.caller, take: takeOf(request), signal: request.signal }, request.body, (tx, answer) =>
      keepIdempotentAnswer(tx, request, 200, answer),
    ),
  );
}
