/** The list of all routes. The URL path names the file below routes/. */
import type { FastifyRequest } from "fastify";
import { areKeys } from "#accounts/keys.store.ts";
import { ApiError } from "#contract/errors.ts";
import { SIGN_IN_TRIES_PER_MINUTE } from "#contract/tiers.ts";
import { enterAccount } from "./account-scope.ts";
import type { App } from "./app.ts";
import { authenticate, authenticateSession } from "./authenticate.ts";
import { addCors } from "./cors.ts";
import type { HttpDeps } from "./http-deps.ts";
import { addIdempotency } from "./idempotency.ts";
import { networkOf } from "./network.ts";
import { activity } from "./routes/account/activity.ts";
import { invites } from "./routes/account/invites.ts";
import { keys } from "./routes/account/keys.ts";
import { password, passwordByLink } from "./routes/account/password.ts";
import { server } from "./routes/account/server.ts";
import { session, signIn } from "./routes/account/sign-in.ts";
import { signUp } from "./routes/account/sign-up.ts";
import { usage } from "./routes/account/usage.ts";
import { deliveries } from "./routes/extractor/deliveries.ts";
import { deliveryReplay } from "./routes/extractor/delivery-replay.ts";
import { documentsPreview } from "./routes/extractor/documents-preview.ts";
import { events } from "./routes/extractor/events.ts";
import { extractAsync } from "./routes/extractor/extract-async.ts";
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
import { tasks } from "./routes/extractor/tasks.ts";
import { template } from "./routes/extractor/template.ts";
import { templates } from "./routes/extractor/templates.ts";
import { webhookOrigins } from "./routes/extractor/webhook-origins.ts";
import { webhookSecret } from "./routes/extractor/webhook-secret.ts";
import { analyzeJob } from "./routes/recruit/analyze-job.ts";
import { application } from "./routes/recruit/application.ts";
import { evaluate } from "./routes/recruit/evaluate.ts";
import { evaluation } from "./routes/recruit/evaluation.ts";
import { extractResumes } from "./routes/recruit/extract-resumes.ts";
import { extractionStatus } from "./routes/recruit/extraction-status.ts";
import { position } from "./routes/recruit/position.ts";
import { positions } from "./routes/recruit/positions.ts";
import { resume } from "./routes/recruit/resume.ts";
import { health } from "./routes/service/health.ts";
import { metrics } from "./routes/service/metrics.ts";
import { refuseCrossSite } from "./session.ts";
import { openStreams, type TakeStream } from "./streams.ts";
import { openWrongKeys, type WrongKeys } from "./wrong-keys.ts";

const EXTRACTOR = [
  extractAsync,
  schemasValidate,
  schemasSuggest,
  documentsPreview,
  tasks,
  task,
  taskEvents,
  events,
  taskDocument,
  taskPage,
  taskPageWords,
  taskSchema,
  taskReview,
  taskDeliveries,
  deliveries,
  deliveryReplay,
  webhookOrigins,
  templates,
  template,
  webhookSecret,
];
const RECRUIT = [evaluate, evaluation, analyzeJob, extractResumes, extractionStatus, resume, positions, position, application];
/** Routes before sign-in; their queries run outside of any account's scope. */
const DOOR = [signUp, signIn, passwordByLink];
/** Routes that require a session. */
const ACCOUNT = [session, server, password, invites, keys, usage, activity];
const SERVICE = [health, metrics];

export async function addRoutes(app: App, deps: HttpDeps): Promise<void> {
  for (const route of SERVICE) route(app, deps);
  const wrongKeys = openWrongKeys((hashes) => areKeys(deps.systemDb, hashes));
  const withKeys = { ...deps, wrongKeys, takeStream: openStreams() };
  await app.register(guarded(EXTRACTOR, withKeys), { prefix: "/api/extractor/v1" });
  await app.register(guarded(RECRUIT, withKeys), { prefix: "/api/recruit/v1" });
  await app.register(door(deps), { prefix: "/api/account/v1" });
  await app.register(signedIn(deps), { prefix: "/api/account/v1" });
}

type GuardedDeps = HttpDeps & { wrongKeys: WrongKeys; takeStream: TakeStream };

/** Routes that require a key. */
function guarded(routes: readonly ((app: App, deps: GuardedDeps) => void)[], deps: GuardedDeps) {
  return async (app: App): Promise<void> => {
    await addCors(app, deps.corsOrigins);
    app.addHook("onRequest", authenticate(deps));
    enterAccount(app);
    addIdempotency(app, deps);
    for (const route of routes) route(app, deps);
  };
}

function door(deps: HttpDeps) {
  return async (app: App): Promise<void> => {
    app.addHook("onRequest", async (request) => {
      refuseCrossSite(request, deps.publicUrl);
      if (request.method === "POST") await slowDown(deps, request);
    });
    for (const route of DOOR) route(app, { ...deps, db: deps.systemDb });
  };
}

function signedIn(deps: HttpDeps) {
  return async (app: App): Promise<void> => {
    app.addHook("onRequest", authenticateSession(deps));
    enterAccount(app);
    addIdempotency(app, deps);
    for (const route of ACCOUNT) route(app, deps);
  };
}

/** Limits attempts per address, because each guess costs a password hash. */
async function slowDown({ rates }: HttpDeps, request: FastifyRequest): Promise<void> {
  const retryMs = await rates.takeAnonymous(`sign-in:${networkOf(request.ip)}`, SIGN_IN_TRIES_PER_MINUTE);
  if (retryMs > 0)
    throw new ApiError("rate_limited", {
      detail: "Too many attempts from your address. Wait a minute, then try again.",
      retryAfterSeconds: Math.ceil(retryMs / 1000),
    });
}
