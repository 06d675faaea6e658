/** Builds the HTTP server: one Fastify instance with its hooks and all routes. main/ makes it listen. */
import type { IncomingMessage, ServerResponse } from "node:http";
import helmet from "@fastify/helmet";
import fastify, { type FastifyRequest } from "fastify";
import type { ZodTypeProvider } from "fastify-type-provider-zod";
import findMyWay, { type HTTPMethod } from "find-my-way";
import { z } from "zod";
import { ApiError, type ValidationIssue } from "#contract/errors.ts";
import { newId } from "#contract/ids.ts";
import { LIMITS } from "#contract/limits.ts";
import { openFinish } from "#platform/finish-requests.ts";
import { openSpan, type Span, SpanKind } from "#platform/tracing.ts";
import type { TrustProxy } from "#platform/trust-proxy.ts";
import type { App } from "./app.ts";
import { holdBytes } from "./body/hold-bytes.ts";
import { addJsonBody } from "./body/json-body.ts";
import { addMultipartBody } from "./body/multipart-body.ts";
import { addUnknownProperties } from "./body/unknown-properties.ts";
import { addContentPolicy } from "./content-policy.ts";
import { addDashboard } from "./dashboard.ts";
import { answerBrokenRequest, errorHandler, sendError } from "./errors.ts";
import type { HttpDeps, ServerDeps } from "./http-deps.ts";
import { addOpenApi } from "./openapi.ts";
import { addRoutes } from "./routes.ts";

declare module "fastify" {
  interface FastifyRequest {
    span: Span | null;
  }
}

/**
 * A request has to arrive completely within this time; the response may take longer. Node checks every second, and closing takes another.
 */
const REQUEST_MS_MAX = 26_000;
const LOOK_FOR_SLOW_MS = 1_000;
const ROUTER_OPTIONS = { ignoreTrailingSlash: true, maxParamLength: 200 };

/** `describe` sees each route that is added. */
export async function buildServer(deps: HttpDeps, describe: (app: App) => Promise<void> = async () => {}): Promise<App> {
  const { log, publicUrl, trustProxy } = deps.server;
  const app = fastify({
    logger: false,
    bodyLimit: LIMITS.bodyBytesMax,
    requestTimeout: REQUEST_MS_MAX,
    keepAliveTimeout: 72_000,
    connectionTimeout: 0,
    trustProxy: trusted(trustProxy),
    genReqId: () => newId("req"),
    exposeHeadRoutes: true,
    return503OnClosing: false,
    forceCloseConnections: "idle",
    clientErrorHandler: answerBrokenRequest,
    frameworkErrors: errorHandler(log),
    http: {
      // Node rejects a request without Host with a 400 that has no body; nothing here needs the header.
      requireHostHeader: false,
      // When the headers' timeout exceeds the request's timeout, Node never ends a body that stalls.
      headersTimeout: REQUEST_MS_MAX,
      connectionsCheckingInterval: LOOK_FOR_SLOW_MS,
    },
    routerOptions: ROUTER_OPTIONS,
    schemaController: { compilersFactory: { buildValidator: unused, buildSerializer: unused } },
  }).withTypeProvider<ZodTypeProvider>();
  app.setValidatorCompiler(({ schema, httpPart }) => validator(schema, httpPart ?? "body"));
  app.setSerializerCompiler(() => JSON.stringify);
  app.setErrorHandler(errorHandler(log));
  app.decorateRequest("accountId", "");
  app.decorateRequest("caller");
  app.decorateRequest("session", null);
  app.decorateRequest("span", null);
  app.decorateRequest("idempotency", null);
  addJsonBody(app);
  addMultipartBody(app);
  holdBytes(app);
  addUnknownProperties(app);
  inviteBodiesLate(app);
  addTracing(app);
  addMeasuring(app, deps.server);
  const finish = openFinish(app.server);
  app.addHook("preClose", async () => finish());
  const methods = knownMethods(app);
  app.setNotFoundHandler((request, reply) => {
    const allowed = methods(request.url);
    if (allowed.length === 0) return sendError(reply, new ApiError("not_found"), request.id);
    reply.header("allow", allowed.join(", "));
    sendError(reply, new ApiError("method_not_allowed", { detail: `This address takes ${allowed.join(", ")}.` }), request.id);
  });
  await app.register(helmet, { contentSecurityPolicy: false, frameguard: { action: "deny" } });
  addContentPolicy(app);
  await describe(app);
  addOpenApi(app, publicUrl);
  await addRoutes(app, deps);
  await addDashboard(app);
  return app;
}

/** Named so that Fastify does not load compilers of its own, in a tenth of a second; ours are set before any route. */
const unused = (): never => {
  throw new Error("a compiler was built before ours was set");
};

/** A number trusts the X-Forwarded-For entries of that many proxies, counted from this server. */
const trusted = (proxies: TrustProxy) => (typeof proxies === "number" ? (_address: string, hop: number) => hop < proxies : proxies);

function validator(schema: unknown, part: string) {
  return (data: unknown) => {
    if (!(schema instanceof z.ZodType)) return { value: data };
    const parsed = schema.safeParse(data ?? (part === "body" ? undefined : {}), { reportInput: true });
    if (parsed.success) return { value: parsed.data };
    const place = part === "querystring" ? "query" : part === "params" ? "path" : part;
    return { error: new ApiError("validation_error", { issues: parsed.error.issues.flatMap((issue) => issuesOf(issue, [place])) }) };
  };
}

/** Issues in FastAPI's format. The issues of a union's branches replace the union's own issue, which says little. */
function issuesOf(issue: z.core.$ZodIssue, at: (string | number)[]): ValidationIssue[] {
  const loc = [...at, ...issue.path.map((part) => (typeof part === "symbol" ? String(part) : part))];
  const customType = issue.code === "custom" && typeof issue.params?.type === "string" ? issue.params.type : null;
  const missing = issue.code === "invalid_type" && issue.input === undefined;
  return [{ loc, msg: missing ? "This is required." : issue.message, type: customType ?? (missing ? "missing" : issue.code) }];
}

/**
 * Answers `Expect: 100-continue` only after key and rate were checked; Node would do it first. Any other expectation is ignored, where Node
 * would respond 417 (RFC 9110 §10.1.1 allows both).
 */
function inviteBodiesLate(app: App): void {
  const invited = new WeakSet<IncomingMessage>();
  app.server.on("checkContinue", (request: IncomingMessage, response: ServerResponse) => {
    invited.add(request);
    app.routing(request, response);
  });
  app.server.on("checkExpectation", (request: IncomingMessage, response: ServerResponse) => app.routing(request, response));
  app.addHook("preParsing", async (request, reply) => {
    if (invited.has(request.raw)) reply.raw.writeContinue();
  });
}

/** Continues the caller's trace (W3C Trace Context). */
function addTracing(app: App): void {
  app.addHook("onRequest", (request, _reply, done) => {
    const route = request.routeOptions.url ?? "none";
    const attributes = { "http.request.method": request.method, "http.route": route, "winnow.request.id": request.id };
    const { traceparent } = request.headers;
    const parent = typeof traceparent === "string" ? traceparent : undefined;
    const { span, within } = openSpan(`${request.method} ${route}`, { kind: SpanKind.SERVER, attributes, parent });
    request.span = span;
    within(done);
  });
  app.addHook("onResponse", async ({ span }, reply) => {
    span?.setAttribute("http.response.status_code", reply.statusCode);
    span?.end();
  });
}

function addMeasuring(app: App, { serviceMetrics, log }: Pick<ServerDeps, "serviceMetrics" | "log">): void {
  app.addHook("onRequest", async (request, reply) => {
    reply.header("x-request-id", request.id);
  });
  app.addHook("onResponse", async (request, reply) => {
    const route = request.routeOptions.url ?? "none";
    const labels = { route, method: request.method };
    serviceMetrics.requests.inc({ ...labels, status: reply.statusCode });
    if (!waitsOnPurpose(request)) serviceMetrics.requestSeconds.observe(labels, reply.elapsedTime / 1000);
    log.debug({ requestId: request.id, ...labels, status: reply.statusCode, ms: Math.round(reply.elapsedTime) }, "answered");
  });
}

/** Long polls and event streams: their duration says nothing about the service's speed. */
function waitsOnPurpose({ query, routeOptions }: FastifyRequest): boolean {
  const wait = typeof query === "object" && query !== null && "wait" in query ? query.wait : 0;
  return wait !== 0 || routeOptions.url?.endsWith("/events") === true;
}

/** The methods that a path supports; empty for an unknown path. Looks them up in the router that Fastify uses. */
function knownMethods(app: App): (url: string) => string[] {
  const router = findMyWay(ROUTER_OPTIONS);
  const known = new Set<HTTPMethod>();
  app.addHook("onRoute", ({ url, method }) => {
    for (const each of [method].flat() as HTTPMethod[]) {
      known.add(each);
      if (!router.hasRoute(each, url)) router.on(each, url, () => {});
    }
  });
  return (url) => {
    const [path = ""] = url.split("?");
    // `OPTIONS *` asks about the server, not about an address.
    return path.startsWith("/") ? [...known].filter((method) => router.find(method, path) !== null).sort() : [];
  };
}
