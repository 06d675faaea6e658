/** The front door: one Fastify instance with its hooks and all routes. Listening is main/'s work. */
import helmet from "@fastify/helmet";
import fastify from "fastify";
import type { ZodTypeProvider } from "fastify-type-provider-zod";
import { z } from "zod";
import { ApiError, type ValidationIssue } from "#contract/errors.ts";
import { newId } from "#contract/ids.ts";
import { LIMITS } from "#contract/limits.ts";
import type { App } from "./app.ts";
import { answerBrokenRequest, errorHandler, sendError } from "./errors.ts";
import type { HttpDeps } from "./http-deps.ts";
import { addOpenApi } from "./openapi.ts";
import { addRoutes } from "./routes.ts";

/** A request has to be complete within this time; waiting for an answer may take longer. */
const REQUEST_MS_MAX = 30_000;

export async function buildServer(deps: HttpDeps): Promise<App> {
  const app = fastify({
    logger: false,
    bodyLimit: LIMITS.bodyBytesMax,
    requestTimeout: REQUEST_MS_MAX,
    keepAliveTimeout: 72_000,
    connectionTimeout: 0,
    trustProxy: deps.trustProxy,
    genReqId: () => newId("req"),
    exposeHeadRoutes: false,
    return503OnClosing: false,
    forceCloseConnections: "idle",
    clientErrorHandler: answerBrokenRequest,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200 },
  }).withTypeProvider<ZodTypeProvider>();
  app.setValidatorCompiler(({ schema, httpPart }) => validator(schema, httpPart ?? "body"));
  app.setSerializerCompiler(() => JSON.stringify);
  app.setErrorHandler(errorHandler(deps.log));
  addJsonParser(app);
  addMeasuring(app, deps);
  const methods = knownMethods(app);
  app.setNotFoundHandler((request, reply) => {
    const allowed = methods(request.url);
    if (allowed.length === 0) return sendError(reply, new ApiError("not_found"), request.id);
    reply.header("allow", allowed.join(", "));
    sendError(reply, new ApiError("method_not_allowed", { detail: `This address takes ${allowed.join(", ")}.` }), request.id);
  });
  await app.register(helmet, { contentSecurityPolicy: false });
  await addOpenApi(app);
  await addRoutes(app, deps);
  return app;
}

function validator(schema: unknown, part: string) {
  return (data: unknown) => {
    if (!(schema instanceof z.ZodType)) return { value: data };
    const parsed = schema.safeParse(data ?? (part === "body" ? undefined : {}));
    if (parsed.success) return { value: parsed.data };
    const place = part === "querystring" ? "query" : part === "params" ? "path" : part;
    return { error: new ApiError("validation_error", { issues: parsed.error.issues.flatMap((issue) => issuesOf(issue, [place])) }) };
  };
}

/** FastAPI's manner. A union's own complaint says little, so its branches' complaints stand in for it. */
function issuesOf(issue: z.core.$ZodIssue, at: (string | number)[]): ValidationIssue[] {
  const loc = [...at, ...issue.path.map((part) => (typeof part === "symbol" ? String(part) : part))];
  const told = issue.code === "custom" && typeof issue.params?.type === "string" ? issue.params.type : null;
  const missing = issue.code === "invalid_type" && issue.message.includes("received undefined");
  return [{ loc, msg: missing ? "This is required." : issue.message, type: told ?? (missing ? "missing" : issue.code) }];
}

/** JSON only. Keeps the bytes of a body whose request has an Idempotency-Key. */
function addJsonParser(app: App): void {
  app.removeAllContentTypeParsers();
  app.decorateRequest("accountId", "");
  app.decorateRequest("rawBody", null);
  app.decorateRequest("idempotency", null);
  app.addContentTypeParser("application/json", { parseAs: "buffer" }, (request, body, done) => {
    const bytes = Buffer.isBuffer(body) ? body : Buffer.from(body);
    if (request.headers["idempotency-key"] !== undefined) request.rawBody = bytes;
    try {
      done(null, JSON.parse(bytes.toString("utf8")));
    } catch (error) {
      done(new ApiError("malformed_json", { cause: error }));
    }
  });
}

function addMeasuring(app: App, { metrics, log }: Pick<HttpDeps, "metrics" | "log">): void {
  app.addHook("onRequest", async (request, reply) => {
    reply.header("x-request-id", request.id);
  });
  app.addHook("onResponse", async (request, reply) => {
    const route = request.routeOptions.url ?? "none";
    const labels = { route, method: request.method };
    metrics.requests.inc({ ...labels, status: reply.statusCode });
    metrics.requestSeconds.observe(labels, reply.elapsedTime / 1000);
    log.debug({ requestId: request.id, ...labels, status: reply.statusCode, ms: Math.round(reply.elapsedTime) }, "answered");
  });
}

/** Which methods an address takes; empty when there is no such address. */
function knownMethods(app: App): (url: string) => string[] {
  const routes: { pattern: RegExp; methods: string[] }[] = [];
  app.addHook("onRoute", ({ url, method }) => {
    const pattern = new RegExp(`^${url.replace(/[.*+?^${}()|[\]\\]/g, "\\$&").replace(/:[A-Za-z_]+/g, "[^/]+")}/?$`);
    routes.push({ pattern, methods: [method].flat() });
  });
  return (url) => [...new Set(routes.filter(({ pattern }) => pattern.test(url.split("?")[0] ?? "")).flatMap(({ methods }) => methods))];
}
