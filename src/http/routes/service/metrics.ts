/** GET /metrics for Prometheus. */
import { z } from "zod";
import { ApiError } from "#contract/errors.ts";
import { countByState, oldestWaitingSeconds } from "#extraction/task-rows.store.ts";
import type { App } from "#http/app.ts";
import type { ServerDeps } from "#http/http-deps.ts";
import { errorReplies } from "#http/replies.ts";
import { openBatcher } from "#platform/batcher.ts";
import { METRICS_REFUSED, mayReadMetrics } from "#platform/metrics/who-may-read.ts";
import { metricsText } from "#platform/metrics/work-metrics.ts";
import { oldestTransactionSeconds } from "#platform/postgres/oldest-transaction.ts";
import { countEntries } from "#recruiting/batches/batch-rows.store.ts";
import { countDeliveries } from "#webhooks/deliveries.store.ts";

type Deps = Pick<ServerDeps, "systemDb" | "metrics" | "serviceMetrics" | "workersMetrics" | "metricsToken">;

export function metrics(app: App, deps: Deps): void {
  const batch = openBatcher<null, string>();
  app.get(
    "/metrics",
    {
      schema: {
        tags: ["service"],
        summary: "Metrics",
        description: METRICS_REFUSED,
        response: { 200: { description: "The metrics", content: { "text/plain": { schema: z.string() } } }, ...errorReplies },
      },
    },
    async (request, reply) => {
      if (!mayReadMetrics(request.raw, deps.metricsToken)) throw new ApiError("unauthorized", { detail: METRICS_REFUSED });
      // Coalesces concurrent requests, so that one query at a time runs for all of them.
      const text = await batch("metrics", null, async (looks) => {
        const collected = await collect(deps);
        return looks.map(() => collected);
      });
      return reply.type(deps.serviceMetrics.registry.contentType).send(text);
    },
  );
}

async function collect({ systemDb, metrics, serviceMetrics, workersMetrics }: Deps): Promise<string> {
  const { registry, tasks, resumes, deliveries, oldestWaiting, oldestTransaction } = serviceMetrics;
  tasks.reset();
  for (const { state, count } of await countByState(systemDb)) tasks.set({ state }, count);
  oldestWaiting.set(await oldestWaitingSeconds(systemDb));
  oldestTransaction.set(await oldestTransactionSeconds(systemDb));
  resumes.set(await countEntries(systemDb));
  deliveries.reset();
  for (const { state, count } of await countDeliveries(systemDb)) deliveries.set({ state }, count);
  return `${await registry.metrics()}\n${await metricsText([await metrics.collect(), ...workersMetrics.values()])}`;
}
