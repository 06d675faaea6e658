/** GET /templates/{template_id}/accuracy; POST, GET …/evaluations; GET …/evaluations/{template_evaluation_id}; POST …/versions/{version}/publish. */
import { z } from "zod";
import { accuracyOf } from "#accuracy/measured.ts";
import {
  Accuracy,
  EvaluationBody,
  EvaluationDetail,
  EvaluationList,
  EvaluationStarted,
  PublishBody,
  VERSION_MAX,
} from "#contract/accuracy.ts";
import { idShape } from "#contract/ids.ts";
import { wholeNumber } from "#contract/json.ts";
import { LIMITS } from "#contract/limits.ts";
import { TemplateRecord } from "#contract/templates.ts";
import { evaluationOf, waitForEvaluation } from "#extraction/evaluations/evaluation-record.ts";
import { listEvaluations } from "#extraction/evaluations/evaluations.store.ts";
import { type PublishDeps, publishVersion } from "#extraction/evaluations/publish.ts";
import { startEvaluation } from "#extraction/evaluations/start-evaluation.ts";
import { agreementOf } from "#extraction/review-work/readings.store.ts";
import type { App } from "#http/app.ts";
import { errorRepliesWithId, security } from "#http/replies.ts";
import { findTemplate } from "#templates/templates.store.ts";
import { found } from "#templates/templates.ts";

const params = z.object({ template_id: idShape("tpl") });
const base = { tags: ["templates"], security, params };
const wait = wholeNumber(0, LIMITS.waitSecondsMax, 0).describe("Seconds to wait for the evaluation to end.");

export function templateAccuracy(app: App, deps: PublishDeps): void {
  const { db, stopping } = deps;
  const known = async (accountId: string, id: string) => found(await findTemplate(db, accountId, id)).template_id;
  app.get(
    "/templates/:template_id/accuracy",
    { schema: { ...base, summary: "How well its documents are read, by the reviews", response: { 200: Accuracy, ...errorRepliesWithId } } },
    async ({ accountId, params: { template_id } }) => {
      const scope = { accountId, templateId: await known(accountId, template_id) };
      return { ...(await accuracyOf(db, scope)), second_readings: await agreementOf(db, scope) };
    },
  );
  app.post(
    "/templates/:template_id/evaluations",
    {
      schema: {
        ...base,
        summary: "Read the reviewed documents again, to compare",
        body: EvaluationBody,
        response: { 200: EvaluationStarted, ...errorRepliesWithId },
      },
    },
    async ({ caller, params: { template_id }, body }) => {
      const evaluation_id = await startEvaluation(deps, caller, template_id, body);
      return { evaluation_id, status: "processing" as const };
    },
  );
  app.get(
    "/templates/:template_id/evaluations",
    { schema: { ...base, summary: "Evaluations, newest first", response: { 200: EvaluationList, ...errorRepliesWithId } } },
    async ({ accountId, params: { template_id } }) => {
      const rows = await listEvaluations(db, accountId, await known(accountId, template_id));
      return { evaluations: rows.map(evaluationOf) };
    },
  );
  const one = { ...base, params: params.extend({ template_evaluation_id: idShape("evl") }), querystring: z.object({ wait }) };
  app.get(
    "/templates/:template_id/evaluations/:template_evaluation_id",
    {
      schema: {
        ...one,
        summary: "An evaluation with every value that changed",
        response: { 200: EvaluationDetail, ...errorRepliesWithId },
      },
    },
    async (request) => {
      const { template_id, template_evaluation_id } = request.params;
      const gone = AbortSignal.any([stopping, request.signal]);
      const asked = { templateId: template_id, id: template_evaluation_id };
      return waitForEvaluation(deps, request.accountId, asked, request.query.wait, gone);
    },
  );
  const version = {
    ...base,
    params: params.extend({ version: z.coerce.number().int().min(1).max(VERSION_MAX).describe("Number of a version, from 1.") }),
  };
  app.post(
    "/templates/:template_id/versions/:version/publish",
    {
      schema: {
        ...version,
        summary: "Publish a version, unless it loses values",
        body: PublishBody,
        response: { 200: TemplateRecord, ...errorRepliesWithId },
      },
      // Without a body it is not forced.
      preValidation: async (request) => {
        if (request.body === undefined) request.body = {};
      },
    },
    async (request) => {
      const { template_id, version: number } = request.params;
      const asked = { templateId: template_id, version: number, force: request.body.force === true };
      return publishVersion(deps, request.caller, asked, request.signal);
    },
  );
}
