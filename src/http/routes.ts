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
const SERVICE = [health, metrics];

export async function addRoutes(app: App, deps: HttpDeps): Promise<void> {
  for (const route of SERVICE) route(app, deps);
  await app.register(
    async (extractor: App) => {
      extractor.addHook("onRequest", authenticate(deps));
      addIdempotency(extractor, deps);
      for (const route of EXTRACTOR) route(extractor, deps);
    },
    { prefix: "/api/extractor/v1" },
  );
}
