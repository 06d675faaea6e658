/** Accepts an extraction request: validates everything, then stores document, task and job together. */
import { ApiError } from "#contract/errors.ts";
import type { ExtractionRequest } from "#contract/extraction.ts";
import { newId } from "#contract/ids.ts";
import type { EngineName } from "#contract/providers.ts";
import type { Rules } from "#contract/rules.ts";
import type { Schema } from "#contract/schema/field.ts";
import type { DocumentSummary } from "#contract/task.ts";
import { messageWith } from "#contract/unknown-property.ts";
import { vendorOf } from "#engines/versions.ts";
import type { Blobs } from "#platform/blobs/blobs.ts";
import { sentKey } from "#platform/blobs/keys.ts";
import type { AllowedHosts } from "#platform/config-hosts.ts";
import { checkUrl } from "#platform/fetch/check-url.ts";
import { type ChooseDeps, chooseProvider } from "#platform/models/choose.ts";
import type { Models } from "#platform/models/models.ts";
import type { Db, Tx } from "#platform/postgres/db.ts";
import { CommitUnknown } from "#platform/postgres/transaction.ts";
import { refuseWhenFull } from "#platform/queue/admission.ts";
import type { SecretBox } from "#platform/secret-box.ts";
import { traceparent } from "#platform/tracing.ts";
import { REVIEW_BELOW_DEFAULT } from "#results/measure/thresholds.ts";
import { findUsed, listTemplates } from "#templates/templates.store.ts";
import type { EnqueueTask } from "./enqueue-task.ts";
import { emptySummary, sentDocument } from "./files/sent-document.ts";
import type { NewTask } from "./tasks.store.ts";

export type SubmitDeps = ChooseDeps & {
  db: Db;
  enqueueTask: EnqueueTask;
  blobs: Blobs;
  secretBox: SecretBox;
  allowHosts: AllowedHosts;
  queueMax: number;
};
export type Submitted = { task_id: string; status: "processing"; message: string };

export function modelAsked(name: EngineName, models: Models): { provider: string | null; model: string | null } {
  const provider = vendorOf(name, models);
  return provider === "local" ? { provider: null, model: null } : { provider, model: models.modelFor(provider, null).name };
}

/** `keep` stores the response in the same transaction. Throws ApiError 400, 422, 429. */
export async function submitExtraction(
  deps: SubmitDeps,
  accountId: string,
  request: ExtractionRequest,
  keep: (tx: Tx, answer: Submitted) => Promise<void>,
): Promise<Submitted> {
  refuseWhenFull({ kind: "tasks", accountId, max: deps.queueMax, adding: 1 });
  const provider = await chooseProvider(deps, accountId, request.provider, request.fallback);
  checkUrls(deps.allowHosts, request);
  const file = request.source.kind === "url" ? null : await sentDocument(deps, accountId, request.source);
  const plan = await planFor(deps.db, accountId, request.plan);
  const id = newId("task");
  const blobKey = file ? sentKey(accountId, id) : null;
  const task = newTask(deps, request, { id, blobKey, provider, plan, document: file?.summary ?? emptySummary(request.source) });
  const answer: Submitted = {
    task_id: id,
    status: "processing",
    message: messageWith("The document was accepted and will be read.", request.warnings),
  };
  if (file && blobKey) await file.storeAs(blobKey);
  try {
    await deps.enqueueTask(accountId, { task, trace: traceparent(), keepAnswer: (tx) => keep(tx, answer) });
  } catch (error) {
    if (blobKey && !(error instanceof CommitUnknown)) await deps.blobs.delete(blobKey);
    throw error;
  }
  return answer;
}

type Ingredients = { id: string; blobKey: string | null; provider: EngineName; plan: Plan; document: DocumentSummary };

/** The task of a request whose parts are checked and stored. */
export function newTask(
  deps: Pick<SubmitDeps, "models" | "secretBox">,
  request: ExtractionRequest,
  { id, blobKey, provider, plan, document }: Ingredients,
): NewTask {
  const { source, password, pages, cache, retentionDays, deadlineSeconds, priority, warnings } = request;
  return {
    id,
    request: {
      url: source.kind === "url" ? source.url : null,
      schema: plan.schema,
      documentDescription: request.documentDescription ?? plan.schema.document_description ?? null,
      provider,
      fallback: request.fallback.filter((name) => name !== provider),
      pages,
      cache,
      retentionDays,
      deadlineSeconds,
      priority,
      ...(request.plan.kind === "auto" ? { auto: true as const } : {}),
      ...((request.learn ?? plan.learn) ? {} : { learn: false }),
      reviewBelow: request.reviewBelow ?? plan.reviewBelow ?? REVIEW_BELOW_DEFAULT,
      ...(plan.rules ? { rules: plan.rules } : {}),
      ...(warnings.length > 0 ? { warnings } : {}),
    },
    callbackUrl: request.callbackUrl,
    sealedPassword: password === null ? null : deps.secretBox.seal(password),
    blobKey,
    template: plan.template,
    metadata: request.metadata,
    document,
    asked: { engine: provider, ...modelAsked(provider, deps.models) },
  };
}

/** Throws ApiError 400 for an address that may not be reached. */
export function checkUrls(allowed: AllowedHosts, request: Pick<ExtractionRequest, "source" | "callbackUrl">): void {
  const document = request.source.kind === "url" ? request.source.url : null;
  for (const [name, url] of [
    ["document_url", document],
    ["callback_url", request.callbackUrl],
  ] as const) {
    const verdict = url === null ? null : checkUrl(url, allowed);
    if (verdict && !verdict.ok) throw new ApiError("url_not_allowed", { detail: `\`${name}\`: ${verdict.why}` });
  }
}

export type Plan = {
  schema: Schema;
  template: { id: string; version: number } | null;
  learn: boolean;
  reviewBelow: number | null;
  rules: Rules | null;
};

/** What is asked of a document. Throws ApiError 400 for a template that the account does not have. */
export async function planFor(db: Db, accountId: string, asked: ExtractionRequest["plan"]): Promise<Plan> {
  if (asked.kind === "auto") return requireAny(db, accountId);
  if (asked.kind === "schema") return { schema: asked.schema, template: null, learn: true, reviewBelow: null, rules: null };
  const plan = await templatePlan(db, accountId, asked.templateId);
  if (!plan) throw new ApiError("template_unknown");
  return plan;
}

/** The plan of a task whose template is chosen by its document. Throws ApiError 400 when the account has none to choose from. */
async function requireAny(db: Db, accountId: string): Promise<Plan> {
  if ((await listTemplates(db, accountId, { after: null, limit: 1 })).length === 0)
    throw new ApiError("template_unknown", { detail: "`template_id: auto` chooses among your templates, and you have none yet." });
  return { schema: { fields: [] }, template: null, learn: true, reviewBelow: null, rules: null };
}

/** What a template says of how its documents are read; null where the account has no such template. */
export async function templatePlan(db: Db, accountId: string, templateId: string): Promise<Plan | null> {
  const used = await findUsed(db, accountId, templateId);
  if (!used) return null;
  const { template, reviewBelow } = used;
  const description = template.document_description;
  return {
    schema: { ...template.extraction_schema, ...(description === null ? {} : { document_description: description }) },
    template: { id: template.template_id, version: template.version },
    learn: template.learn,
    reviewBelow,
    rules: template.rules,
  };
}
