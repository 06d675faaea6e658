/**
 * OpenTelemetry traces: a request, its queue job, each stage, each model call and each webhook are spans of one trace. Without
 * OTEL_EXPORTER_OTLP_ENDPOINT nothing is loaded and these functions only run the work. Spans hold ids, counts and codes; never a text, a
 * name or a caller's URL.
 */
import type * as OpenTelemetry from "@opentelemetry/api";
import { TaskFailure } from "#contract/task-errors.ts";
import { VERSION } from "#contract/version.ts";

/** The values of OpenTelemetry's enumeration. */
export const SpanKind = { INTERNAL: 0, SERVER: 1, CLIENT: 2, PRODUCER: 3, CONSUMER: 4 } as const;
export type Span = { setAttribute(key: string, value: OpenTelemetry.AttributeValue): unknown; end(): void };

/** `samplingShare`: share of the traces that begin here; a trace begun by a caller is sampled if the caller samples it. */
export type TracingConfig = { endpoint: string; serviceName: string; samplingShare: number };

export type TracedAs = {
  kind?: (typeof SpanKind)[keyof typeof SpanKind];
  attributes?: OpenTelemetry.Attributes;
  /** W3C `traceparent` of the cause; when absent, the current span is the parent. */
  parent?: string | undefined;
};

/** Null while nothing is traced. */
let api: typeof OpenTelemetry | null = null;
const UNTRACED: Span = { setAttribute: () => undefined, end: () => undefined };

const tracerOf = ({ trace }: typeof OpenTelemetry) => trace.getTracer("winnow", VERSION);
const causeOf = ({ context, propagation, ROOT_CONTEXT }: typeof OpenTelemetry, parent: string | undefined) =>
  parent === undefined ? context.active() : propagation.extract(ROOT_CONTEXT, { traceparent: parent });

/** Runs the work as a span; spans it starts are its children. A failure is recorded by its code. */
export async function traced<T>(
  name: string,
  { kind = SpanKind.INTERNAL, attributes = {}, parent }: TracedAs,
  work: (span: Span) => Promise<T>,
): Promise<T> {
  if (api === null) return work(UNTRACED);
  const { SpanStatusCode } = api;
  return tracerOf(api).startActiveSpan(name, { kind, attributes }, causeOf(api, parent), async (span) => {
    try {
      return await work(span);
    } catch (error) {
      span.setAttribute("error.type", error instanceof TaskFailure ? error.code : "internal").setStatus({ code: SpanStatusCode.ERROR });
      throw error;
    } finally {
      span.end();
    }
  });
}

/** A span that outlives the call: `within` runs work inside it, `end` is called once. */
export function openSpan(
  name: string,
  { kind = SpanKind.INTERNAL, attributes = {}, parent }: TracedAs,
): { span: Span; within<T>(work: () => T): T } {
  if (api === null) return { span: UNTRACED, within: (work) => work() };
  const { context, trace } = api;
  const cause = causeOf(api, parent);
  const span = tracerOf(api).startSpan(name, { kind, attributes }, cause);
  return { span, within: (work) => context.with(trace.setSpan(cause, span), work) };
}

/** Adds attributes to the current span. */
export function annotate(attributes: OpenTelemetry.Attributes): void {
  api?.trace.getActiveSpan()?.setAttributes(attributes);
}

/** W3C `traceparent` of the current span; undefined outside of one. */
export function traceparent(): string | undefined {
  if (api === null) return undefined;
  const { context, propagation } = api;
  const carrier: { traceparent?: string } = {};
  propagation.inject(context.active(), carrier);
  return carrier.traceparent;
}

/** Starts exporting spans to a collector; does nothing when config is null. Disposing flushes what is left. */
export async function openTracing(config: TracingConfig | null, process: string): Promise<AsyncDisposable> {
  if (!config) return { async [Symbol.asyncDispose]() {} };
  const [own, { AsyncLocalStorageContextManager }, { W3CTraceContextPropagator }, { resourceFromAttributes }, sdk, { OTLPTraceExporter }] =
    await Promise.all([
      import("@opentelemetry/api"),
      import("@opentelemetry/context-async-hooks"),
      import("@opentelemetry/core"),
      import("@opentelemetry/resources"),
      import("@opentelemetry/sdk-trace"),
      import("@opentelemetry/exporter-trace-otlp-http"),
    ]);
  const exporter = new OTLPTraceExporter({ url: `${config.endpoint}/v1/traces` });
  const provider = new sdk.TracerProvider({
    resource: resourceFromAttributes({ "service.name": config.serviceName, "service.version": VERSION, "service.instance.id": process }),
    sampler: new sdk.ParentBasedSampler({ root: new sdk.TraceIdRatioBasedSampler(config.samplingShare) }),
    spanProcessors: [new sdk.BatchSpanProcessor({ exporter })],
  });
  const { context, propagation, trace } = own;
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  trace.setGlobalTracerProvider(provider);
  api = own;
  return {
    async [Symbol.asyncDispose]() {
      api = null;
      await provider.shutdown();
      for (const each of [trace, propagation, context]) each.disable();
    },
  };
}
