/** HTTP server of a node that runs workers only and so has no API: /metrics, and /healthz and /readyz, which report that it has started. */
import { createServer } from "node:http";
import { openFinish } from "#platform/finish-requests.ts";
import { METRICS_REFUSED, mayReadMetrics } from "#platform/metrics/who-may-read.ts";
import { metricsText, type SentMetrics } from "#platform/metrics/work-metrics.ts";

/** Rejects when the port is taken. Responds once the workers are ready. */
export async function serveWorkers(options: {
  host: string;
  port: number;
  token: string | null;
  metrics: () => SentMetrics[];
}): Promise<AsyncDisposable> {
  const server = createServer(async (request, response) => {
    if (request.url === "/metrics" && !mayReadMetrics(request, options.token)) {
      response.writeHead(401, { "content-type": "text/plain; charset=utf-8" }).end(METRICS_REFUSED);
    } else if (request.url === "/metrics") {
      response.setHeader("content-type", "text/plain; version=0.0.4; charset=utf-8");
      response.end(await metricsText(options.metrics()));
    } else if (request.url === "/healthz" || request.url === "/readyz") {
      response.setHeader("content-type", "application/json; charset=utf-8").end('{"status":"ok"}');
    } else response.writeHead(404).end();
  });
  const finish = openFinish(server);
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  server.once("error", reject).listen(options.port, options.host, resolve);
  await promise;
  return {
    async [Symbol.asyncDispose]() {
      finish();
      await new Promise((done) => server.close(done));
    },
  };
}
