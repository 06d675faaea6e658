/** Metrics of each process about itself and its work; the label `process` names it. */
import {
  AggregatorRegistry,
  Counter,
  collectDefaultMetrics,
  Gauge,
  Histogram,
  type MetricObjectWithValues,
  type MetricValue,
  Registry,
} from "prom-client";

/** The format in which one process sends them to another. */
export type SentMetrics = MetricObjectWithValues<MetricValue<string>>[];
export type WorkMetrics = ReturnType<typeof openWorkMetrics>;

/**
 * Interval at which the event loop's lag is measured, in ms. Each measurement wakes the process: at the library's 10 ms that is half of what an
 * idle process computes.
 */
const LAG_MS = 100;
/** The library reports the time between two measurements as lag: the interval is part of it. */
const LAGS = /_eventloop_lag_(?:min|max|mean|p50|p90|p99)_seconds$/;

function withoutInterval(metrics: SentMetrics): SentMetrics {
  const lagOf = <V extends { value: number }>(each: V): V => ({ ...each, value: Math.max(0, each.value - LAG_MS / 1000) });
  return metrics.map((metric) => (LAGS.test(metric.name) ? { ...metric, values: metric.values.map(lagOf) } : metric));
}

/** Memory, CPU and event loop of the process. One registry for all uses, because the collectors cannot be removed. */
let ofProcess: Registry | null = null;
function processMetrics(process: string): Registry {
  if (!ofProcess) {
    ofProcess = new Registry();
    collectDefaultMetrics({ register: ofProcess, prefix: "winnow_", eventLoopMonitoringPrecision: LAG_MS });
  }
  ofProcess.setDefaultLabels({ process });
  return ofProcess;
}

/** From milliseconds for a text layer to minutes for OCR. */
const STAGE_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];
/** Models and webhook receivers answer over a network. */
const CALL_BUCKETS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120];

export function openWorkMetrics(process: string) {
  const registry = new Registry();
  registry.setDefaultLabels({ process });
  const own = processMetrics(process);
  const registers = [registry];
  return {
    /** In the format that another process accepts. */
    collect: async (): Promise<SentMetrics> => [...(await registry.getMetricsAsJSON()), ...withoutInterval(await own.getMetricsAsJSON())],
    readerLevel: new Gauge({
      name: "winnow_reader_level",
      help: "1 for how strictly readers are confined: full, unprivileged, without-network or plain (docs/security.md)",
      labelNames: ["level"],
      registers,
    }),
    tasksEnded: new Counter({
      name: "winnow_tasks_ended_total",
      help: "Tasks that ended; `code` is the error's, or `none`",
      labelNames: ["status", "code"],
      registers,
    }),
    retries: new Counter({
      name: "winnow_task_retries_total",
      help: "Attempts that failed for a passing reason, by the error's code",
      labelNames: ["code"],
      registers,
    }),
    stageSeconds: new Histogram({
      name: "winnow_task_stage_seconds",
      help: "Time in each stage of an attempt, the wait for its first one as `queued`",
      labelNames: ["stage", "engine"],
      buckets: STAGE_BUCKETS,
      registers,
    }),
    pages: new Counter({
      name: "winnow_pages_total",
      help: "Pages that were read for tasks and packets; what was kept of an earlier reading is not counted again",
      labelNames: ["text_source"],
      registers,
    }),
    modelCalls: new Counter({
      name: "winnow_model_calls_total",
      help: "Calls to model providers; `result` is `ok` or the error's code",
      labelNames: ["provider", "result"],
      registers,
    }),
    modelSeconds: new Histogram({
      name: "winnow_model_call_seconds",
      help: "Time of a call to a model provider",
      labelNames: ["provider"],
      buckets: CALL_BUCKETS,
      registers,
    }),
    modelTokens: new Counter({
      name: "winnow_model_tokens_total",
      help: "Tokens that model providers counted",
      labelNames: ["provider", "direction"],
      registers,
    }),
    modelCost: new Counter({
      name: "winnow_model_cost_usd_total",
      help: "What calls to model providers cost, where the model's price is known",
      labelNames: ["provider"],
      registers,
    }),
    webhookAttempts: new Counter({
      name: "winnow_webhook_attempts_total",
      help: "Attempts to deliver a webhook",
      labelNames: ["result"],
      registers,
    }),
    webhookSeconds: new Histogram({
      name: "winnow_webhook_attempt_seconds",
      help: "Time of an attempt to deliver a webhook",
      buckets: CALL_BUCKETS,
      registers,
    }),
  };
}

/** Several processes' metrics in Prometheus text format. */
export const metricsText = (all: SentMetrics[]): Promise<string> => AggregatorRegistry.aggregate(all).metrics();
