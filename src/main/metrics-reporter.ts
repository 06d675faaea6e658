/** Sends a worker's metrics to its supervisor periodically, because a worker has no HTTP address. */
import type { SentMetrics, WorkMetrics } from "#platform/metrics/work-metrics.ts";

/** Prometheus usually scrapes every 15 s or less often. */
const EVERY_MS = 5_000;

export function startMetricsReporter({ collect }: WorkMetrics, send: (metrics: SentMetrics) => void): Disposable {
  const now = () => void collect().then(send);
  now();
  const timer = setInterval(now, EVERY_MS);
  return { [Symbol.dispose]: () => clearInterval(timer) };
}
