/** GET /metrics for Prometheus. */
import { z } from "zod";
import { countByState, oldestWaitingSeconds } from "#extraction/task-rows.store.ts";
import type { App } from "#http/app.ts";
import type { HttpDeps } from "#http/http-deps.ts";
import { textOf } from "#platform/metrics/work-metrics.ts";
import { oldestTransactionSeconds } from "#platform/postgres/oldest-transaction.ts";
import { countEntries } from "#recruiting/batches/resume-job-rows.store.ts";
import { countDeliveries } from "#webhooks/deliveries.store.ts";

export function metrics(app: App, deps: Pick<HttpDeps, "systemDb" | "metrics" | "serviceMetrics" | "workersMetrics">): void {
  app.get(
    "/metrics",
    {
      schema: {
        tags: ["service"],
        summary: "Metrics",
        response: { 200: { description: "The metrics", content: { "text/plain": { schema: z.string() } } } },
      },
    },
    async (_request, reply) => {
      const { registry, tasks, resumes, deliveries, oldestWaiting, oldestTransaction } = deps.serviceMetrics;
      tasks.reset();
      for (const { state, count } of await countByState(deps.systemDb)) tasks.set({ state }, count);
      oldestWaiting.set(await oldestWaitingSeconds(deps.systemDb));
      oldestTransaction.set(await oldestTransactionSeconds(deps.systemDb));
      resumes.set(await countEntries(deps.systemDb));
      deliveries.reset();
      for (const { state, count } of await countDeliveries(deps.systemDb)) deliveries.set({ state }, count);
      const ofProcesses = await textOf([await deps.metrics.collect(), ...deps.workersMetrics.values()]);
      return reply.type(registry.contentType).send(`${await registry.metrics()}\n${ofProcesses}`);
    },
  );
}
