/** The list of all routes. The URL path names the file below routes/. */
import formBody from "@fastify/formbody";
import type { FastifyRequest } from "fastify";
import { areKeys } from "#accounts/keys.store.ts";
import { ApiError } from "#contract/errors.ts";
import { SIGN_IN_TRIES_PER_MINUTE } from "#contract/tiers.ts";
import { enterAccount } from "./account-scope.ts";
import type { App } from "./app.ts";
import { authenticate, authenticateSession } from "./authenticate.ts";
import { addJsonType } from "./body/json-body.ts";
import { addCors } from "./cors.ts";
import type { AccessDeps, HttpDeps } from "./http-deps.ts";
import { addIdempotency } from "./idempotency.ts";
import { networkOf } from "./network.ts";
import { activity } from "./routes/account/activity.ts";
import { invites } from "./routes/account/invites.ts";
import { keys } from "./routes/account/keys.ts";
import { members } from "./routes/account/members.ts";
import { passkeys, signInPasskey } from "./routes/account/passkeys.ts";
import { password, passwordByLink } from "./routes/account/password.ts";
import { reviews } from "./routes/account/reviews.ts";
import { secondFactor, signInCode } from "./routes/account/second-factor.ts";
import { server } from "./routes/account/server.ts";
import { session, signIn } from "./routes/account/sign-in.ts";
import { signUp } from "./routes/account/sign-up.ts";
import { sso, ssoLogout } from "./routes/account/sso.ts";
import { usage } from "./routes/account/usage.ts";
import { workspaces } from "./routes/account/workspaces.ts";
import { deliveries } from "./routes/extractor/deliveries.ts";
import { deliveryReplay } from "./routes/extractor/delivery-replay.ts";
import { documentsPreview } from "./routes/extractor/documents-preview.ts";
import { events } from "./routes/extractor/events.ts";
import { extractAsync } from "./routes/extractor/extract-async.ts";
import { extractBatch } from "./routes/extractor/extract-batch.ts";
import { extractBatches } from "./routes/extractor/extract-batches.ts";
import { inboxes } from "./routes/extractor/inboxes.ts";
import { list } from "./routes/extractor/list.ts";
import { lists } from "./routes/extractor/lists.ts";
import { outboxes } from "./routes/extractor/outboxes.ts";
import { packet } from "./routes/extractor/packet.ts";
import { packets } from "./routes/extractor/packets.ts";
import { schemasSuggest } from "./routes/extractor/schemas-suggest.ts";
import { schemasValidate } from "./routes/extractor/schemas-validate.ts";
import { task } from "./routes/extractor/task.ts";
import { taskDeliveries } from "./routes/extractor/task-deliveries.ts";
import { taskDocument } from "./routes/extractor/task-document.ts";
import { taskEvents } from "./routes/extractor/task-events.ts";
import { taskPage } from "./routes/extractor/task-page.ts";
import { taskPageWords } from "./routes/extractor/task-page-words.ts";
import { taskReview } from "./routes/extractor/task-review.ts";
import { taskSchema } from "./routes/extractor/task-schema.ts";
import { taskWork } from "./routes/extractor/task-work.ts";
import { tasks } from "./routes/extractor/tasks.ts";
import { template } from "./routes/extractor/template.ts";
import { templateAccuracy } from "./routes/extractor/template-accuracy.ts";
import { templateResults } from "./routes/extractor/template-results.ts";
import { templates } from "./routes/extractor/templates.ts";
import { upload } from "./routes/extractor/upload.ts";
import { uploads } from "./routes/extractor/uploads.ts";
import { webhookOrigins } from "./routes/extractor/webhook-origins.ts";
import { webhookSecret } from "./routes/extractor/webhook-secret.ts";
import { analyzeJob } from "./routes/recruit/analyze-job.ts";
import { application } from "./routes/recruit/application.ts";
import { applicationReport } from "./routes/recruit/application-report.ts";
import { evaluate } from "./routes/recruit/evaluate.ts";
import { evaluation } from "./routes/recruit/evaluation.ts";
import { extractResumes } from "./routes/recruit/extract-resumes.ts";
import { extractionStatus } from "./routes/recruit/extraction-status.ts";
import { position } from "./routes/recruit/position.ts";
import { positionAuditExport } from "./routes/recruit/position-audit-export.ts";
import { positionImpactRoutes } from "./routes/recruit/position-impact.ts";
import { positions } from "./routes/recruit/positions.ts";
import { resume } from "./routes/recruit/resume.ts";
import { resumesSearch } from "./routes/recruit/resumes-search.ts";
import { health } from "./routes/service/health.ts";
import { metrics } from "./routes/service/metrics.ts";
import { refuseCrossSite } from "./session.ts";
import { openStreams } from "./streams.ts";
import { openWrongKeys, type WrongKeys } from "./wrong-keys.ts";

const SCIM_PATH = "/scim/v2";

export async function addRoutes(app: App, deps: HttpDeps): Promise<void> {
  for (const route of [health, metrics]) route(app, deps.server);
  const { systemDb } = deps.access;
  const access = { ...deps.access, wrongKeys: openWrongKeys((hashes) => areKeys(systemDb, hashes)) };
  await app.register(withKey(access, extractor(deps)), { prefix: "/api/extractor/v1" });
  await app.register(withKey(access, recruit(deps)), { prefix: "/api/recruit/v1" });
  await app.register(entrance(deps), { prefix: "/api/account/v1" });
  await app.register(fromProvider(deps), { prefix: "/api/account/v1" });
  await app.register(signedIn(deps), { prefix: "/api/account/v1" });
  await app.register(ofTheProvider(deps), { prefix: SCIM_PATH });
}

/** In the order of the reference. */
const extractor = (deps: HttpDeps) => (app: App) => {
  const streams = { ...deps.events, takeStream: openStreams() };
  for (const route of [extractAsync, schemasValidate, schemasSuggest, documentsPreview]) route(app, deps.extraction);
  for (const route of [tasks, task]) route(app, deps.tasks);
  for (const route of [taskEvents, events]) route(app, streams);
  for (const route of [taskDocument, taskPage, taskPageWords, taskSchema, taskReview, taskWork]) route(app, deps.tasks);
  for (const route of [taskDeliveries, deliveries, deliveryReplay, webhookOrigins]) route(app, deps.webhooks);
  for (const route of [templates, template, templateResults]) route(app, deps.extraction);
  templateAccuracy(app, { ...deps.extraction, ...deps.tasks });
  for (const route of [extractBatches, extractBatch, packets, packet]) route(app, { ...deps.extraction, ...deps.tasks });
  for (const route of [lists, list]) route(app, deps.lists);
  for (const route of [uploads, upload]) route(app, deps.uploads);
  inboxes(app, deps.inboxes);
  outboxes(app, deps.inboxes);
  webhookSecret(app, deps.webhooks);
};

const recruit = (deps: HttpDeps) => (app: App) => {
  for (const route of [evaluate, evaluation, analyzeJob]) route(app, deps.scoring);
  for (const route of [extractResumes, extractionStatus]) route(app, deps.batches);
  for (const route of [
    positions,
    position,
    positionImpactRoutes,
    positionAuditExport,
    application,
    applicationReport,
    resume,
    resumesSearch,
  ])
    route(app, deps.positions);
};

/** Routes that require a key. */
function withKey(access: AccessDeps & { wrongKeys: WrongKeys }, add: (app: App) => void) {
  return async (app: App): Promise<void> => {
    await addCors(app, access.corsOrigins);
    app.addHook("onRequest", authenticate(access));
    enterAccount(app);
    addIdempotency(app, access);
    add(app);
  };
}

/** Routes before sign-in; their queries run outside of any account's scope. */
function entrance(deps: HttpDeps) {
  return async (app: App): Promise<void> => {
    app.addHook("onRequest", async (request) => {
      refuseCrossSite(request, deps.access.publicUrl);
      if (request.method === "POST") await slowDown(deps.access, request);
    });
    for (const route of [signUp, signIn, signInCode, signInPasskey, passwordByLink, sso]) route(app, deps.entrance);
  };
}

/** What the sign-in provider itself sends, as a form. */
function fromProvider({ entrance }: HttpDeps) {
  return async (app: App): Promise<void> => {
    await app.register(formBody);
    ssoLogout(app, entrance);
  };
}

/** What the sign-in provider says of its people, if it is set up to. The library that speaks its language is loaded with it. */
function ofTheProvider({ access, entrance }: HttpDeps) {
  return async (app: App): Promise<void> => {
    if (!entrance.oidc?.scimToken) return;
    const { scim } = await import("./routes/scim/scim.ts");
    addJsonType(app, "application/scim+json");
    scim(app, { ...access, url: access.publicUrl + SCIM_PATH }, entrance.oidc);
  };
}

/** Routes that require a session. */
function signedIn({ access, account }: HttpDeps) {
  return async (app: App): Promise<void> => {
    app.addHook("onRequest", authenticateSession(access));
    enterAccount(app);
    addIdempotency(app, access);
    for (const route of [session, server, password, secondFactor, passkeys, invites, workspaces, members, reviews, keys, usage, activity])
      route(app, account);
  };
}

/** Limits attempts per address, because each guess costs a password hash. */
async function slowDown({ rates }: AccessDeps, request: FastifyRequest): Promise<void> {
  const retryMs = await rates.takeAnonymous(`sign-in:${networkOf(request.ip)}`, SIGN_IN_TRIES_PER_MINUTE);
  if (retryMs > 0)
    throw new ApiError("rate_limited", {
      detail: "Too many attempts from your address. Wait a minute, then try again.",
      retryAfterSeconds: Math.ceil(retryMs / 1000),
    });
}
