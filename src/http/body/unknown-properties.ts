/**
 * Properties of a body that nothing reads. They become warnings of the answer, so that requests written for others work;
 * `Prefer: handling=strict` (RFC 7240) makes them faults.
 */
import type { FastifyRequest } from "fastify";
import { z } from "zod";
import { ApiError } from "#contract/errors.ts";
import { isRecord } from "#contract/schema/problems.ts";
import type { Warning } from "#contract/task.ts";
import { type UnknownProperty, unknownIssue, unknownWarning } from "#contract/unknown-property.ts";
import type { App } from "#http/app.ts";
import { type Known, knownProperties, unknownProperties } from "./known-properties.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** Null before the body was looked at, and where there is none. */
    unknownProperties: UnknownProperty[] | null;
  }
  interface FastifyContextConfig {
    /** Absent: the route takes no body. */
    bodyKnows?: Known;
  }
}

/** To be added before the routes. */
export function addUnknownProperties(app: App): void {
  app.decorateRequest("unknownProperties", null);
  app.addHook("onRoute", (route) => {
    const body = route.schema?.body;
    if (body instanceof z.ZodType) route.config = { ...route.config, bodyKnows: knownProperties(body) };
  });
  app.addHook("preValidation", async (request, reply) => {
    const { bodyKnows } = request.routeOptions.config;
    if (bodyKnows === undefined) return;
    request.unknownProperties = unknownProperties(request.body, bodyKnows);
    const handling = handlingOf(request);
    if (handling !== null) reply.header("preference-applied", `handling=${handling}`);
  });
  app.addHook("preHandler", async (request) => {
    // The error handler names them.
    if (request.unknownProperties?.length && handlingOf(request) === "strict") throw new ApiError("validation_error");
  });
  app.addHook("preSerialization", async (request, reply, payload) => (reply.statusCode < 300 ? withWarnings(request, payload) : payload));
}

export const warningsOf = ({ unknownProperties }: FastifyRequest): Warning[] => (unknownProperties ?? []).map(unknownWarning);

/** The answer with a warning for each. */
export function withWarnings<T>(request: FastifyRequest, answer: T): T {
  const unknown = warningsOf(request);
  if (unknown.length === 0 || !isRecord(answer)) return answer;
  const { warnings } = answer;
  const own: unknown[] = Array.isArray(warnings) ? warnings : [];
  const told = unknown.filter(({ code, path }) => !own.some((each) => isRecord(each) && each.code === code && each.path === path));
  return { ...answer, warnings: [...own, ...told] };
}

/** A wrong body names them as well: one may be what is missing. */
export function withUnknown(error: ApiError, { unknownProperties }: FastifyRequest): ApiError {
  if (error.code !== "validation_error" || !unknownProperties?.length) return error;
  return new ApiError("validation_error", { issues: [...error.issues, ...unknownProperties.map(unknownIssue)], cause: error });
}

/** Null: no preference that we know. The first of several counts, as RFC 7240 says. */
function handlingOf({ headers: { prefer } }: FastifyRequest): "strict" | "lenient" | null {
  for (const preference of [prefer ?? []].flat().join(",").toLowerCase().split(",")) {
    const [name, value] = (preference.split(";")[0] ?? "").split("=").map((part) => part.trim().replaceAll('"', ""));
    if (name === "handling") return value === "strict" || value === "lenient" ? value : null;
  }
  return null;
}
