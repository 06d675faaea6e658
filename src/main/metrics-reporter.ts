/** What a worker did, told to its supervisor from time to time: it has no address of its own. */
import type { SentMetrics, WorkMetrics } from "#platform/metrics/work-metrics.ts";

/** Oftener than anybody scrapes. */
const EVERY_MS = 5_000;

export function startMetricsReporter({ collect }: WorkMetrics, tell: (metrics: SentMetrics) => void): Disposable {
  const now = () => void collect().then(tell);
  now();
  const timer = setInterval(now, EVERY_MS);
  return { [Symbol.dispose]: () => clearInterval(timer) };
}
