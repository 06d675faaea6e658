/**
 * Prometheus metrics of a node's API about requests, and about the database that all nodes share. Labels never contain ids, names or URLs.
 */
import { Counter, Gauge, Histogram, Registry } from "prom-client";

export type ServiceMetrics = ReturnType<typeof openServiceMetrics>;

export function openServiceMetrics() {
  const registry = new Registry();
  const registers = [registry];
  return {
    registry,
    requests: new Counter({
      name: "winnow_http_requests_total",
      help: "Answered requests",
      labelNames: ["route", "method", "status"],
      registers,
    }),
    requestSeconds: new Histogram({
      name: "winnow_http_request_seconds",
      help: "Time to answer a request; without those that wait for a task",
      labelNames: ["route", "method"],
      buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5, 30],
      registers,
    }),
    tasks: new Gauge({ name: "winnow_tasks", help: "Unfinished tasks by state", labelNames: ["state"], registers }),
    oldestWaiting: new Gauge({
      name: "winnow_oldest_waiting_task_seconds",
      help: "How long the oldest task waits that no worker has taken yet; growing means that there are too few workers, or none",
      registers,
    }),
    oldestTransaction: new Gauge({
      name: "winnow_oldest_transaction_seconds",
      help: "How long the oldest open transaction of the database lasts; minutes mean that something holds up its housekeeping",
      registers,
    }),
    resumes: new Gauge({ name: "winnow_resumes", help: "Résumés of batches that are not read yet", registers }),
    deliveries: new Gauge({
      name: "winnow_webhook_deliveries",
      help: "Webhook deliveries that are pending or dead",
      labelNames: ["state"],
      registers,
    }),
  };
}
