/** All routes, in one list. The path names the file below routes/. */

import type { App } from "./app.ts";
import { authenticate } from "./authenticate.ts";
import type { HttpDeps } from "./http-deps.ts";
import { addIdempotency } from "./idempotency.ts";
import { deliveryReplay } from "./routes/extractor/delivery-replay.ts";
import { extractAsync } from "./routes/extractor/extract-async.ts";
import { schemasValidate } from "./routes/extractor/schemas-validate.ts";
import { task } from "./routes/extractor/task.ts";
import { taskDeliveries } from "./routes/extractor/task-deliveries.ts";
import { taskDocument } from "./routes/extractor/task-document.ts";
import { taskEvents } from "./routes/extractor/task-events.ts";
import { taskPage } from "./routes/extractor/task-page.ts";
import { tasks } from "./routes/extractor/tasks.ts";
import { template } from "./routes/extractor/template.ts";
import { templates } from "./routes/extractor/templates.ts";
import { webhookSecret } from "./routes/extractor/webhook-secret.ts";
import { analyzeJob } from "./routes/recruit/analyze-job.ts";
import { evaluate } from "./routes/recruit/evaluate.ts";
import { evaluation } from "./routes/recruit/evaluation.ts";
import { extractResumes } from "./routes/recruit/extract-resumes.ts";
import { extractionStatus } from "./routes/recruit/extraction-status.ts";
import { resume } from "./routes/recruit/resume.ts";
import { health } from "./routes/service/health.ts";
import { metrics } from "./routes/service/metrics.ts";

const EXTRACTOR = [
  extractAsync,
  schemasValidate,
  tasks,
  task,
  taskEvents,
  taskDocument,
  taskPage,
  taskDeliveries,
  deliveryReplay,
  templates,
  template,
  webhookSecret,
];
const RECRUIT = [evaluate, evaluation, analyzeJob, extractResumes, extractionStatus, resume];
const SERVICE = [health, metrics];

export async function addRoutes(app: App, deps: HttpDeps): Promise<void> {
  for (const route of SERVICE) route(app, deps);
  await app.register(guarded(EXTRACTOR, deps), { prefix: "/api/extractor/v1" });
  await app.register(guarded(RECRUIT, deps), { prefix: "/api/recruit/v1" });
}

/** Routes that need a key. */
function guarded(routes: readonly ((app: App, deps: HttpDeps) => void)[], deps: HttpDeps) {
  return async (app: App): Promise<void> => {
    app.addHook("onRequest", authenticate(deps));
    addIdempotency(app, deps);
    for (const route of routes) route(app, deps);
  };
}
