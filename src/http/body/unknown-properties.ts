/**
 * Unknown properties of a body. They become warnings in the response, so that requests written for other services work; `Prefer:
 * handling=strict` (RFC 7240) makes them errors.
 */
import type { FastifyRequest } from "fastify";
import { z } from "zod";
import { ApiError } from "#contract/errors.ts";
import { once } from "#contract/memo.ts";
import { isRecord } from "#contract/schema/problems.ts";
import type { Warning } from "#contract/task.ts";
import { type UnknownProperty, unknownIssue, unknownWarning } from "#contract/unknown-property.ts";
import type { App } from "#http/app.ts";
import { type Known, knownProperties, unknownProperties } from "./known-properties.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** Null before the body was checked, and for requests without a body. */
    unknownProperties: UnknownProperty[] | null;
  }
  interface FastifyContextConfig {
    /** Absent: the route takes no body. */
    bodyKnows?: () => Known;
  }
}

/** Has to be added before the routes. */
export function addUnknownProperties(app: App): void {
  app.decorateRequest("unknownProperties", null);
  app.addHook("onRoute", (route) => {
    const body = route.schema?.body;
    if (body instanceof z.ZodType) route.config = { ...route.config, bodyKnows: once(() => knownProperties(body)) };
  });
  app.addHook("preValidation", async (request, reply) => {
    const { bodyKnows } = request.routeOptions.config;
    if (bodyKnows === undefined) return;
    request.unknownProperties = unknownProperties(request.body, bodyKnows());
    const handling = handlingOf(request);
    if (handling !== null) reply.header("preference-applied", `handling=${handling}`);
  });
  app.addHook("preHandler", async (request) => {
    // The error handler adds them to the error.
    if (request.unknownProperties?.length && handlingOf(request) === "strict") throw new ApiError("validation_error");
  });
  app.addHook("preSerialization", async (request, reply, payload) => (reply.statusCode < 300 ? withWarnings(request, payload) : payload));
}

export const warningsOf = ({ unknownProperties }: FastifyRequest): Warning[] => (unknownProperties ?? []).map(unknownWarning);

/** The response with a warning for each unknown property. */
export function withWarnings<T>(request: FastifyRequest, answer: T): T {
  const unknown = warningsOf(request);
  if (unknown.length === 0 || !isRecord(answer)) return answer;
  const { warnings } = answer;
  const own: unknown[] = Array.isArray(warnings) ? warnings : [];
  const added = unknown.filter(({ code, path }) => !own.some((each) => isRecord(each) && each.code === code && each.path === path));
  return { ...answer, warnings: [...own, ...added] };
}

/** Adds unknown properties to a validation error, because a misspelt one may be the missing one. */
export function withUnknown(error: ApiError, { unknownProperties }: FastifyRequest): ApiError {
  if (error.code !== "validation_error" || !unknownProperties?.length) return error;
  return new ApiError("validation_error", { issues: [...error.issues, ...unknownProperties.map(unknownIssue)], cause: error });
}

/** Null: no preference that we support. The first of several counts (RFC 7240). */
function handlingOf({ headers: { prefer } }: FastifyRequest): "strict" | "lenient" | null {
  for (const preference of [prefer ?? []].flat().join(",").toLowerCase().split(",")) {
    const [name, value] = (preference.split(";")[0] ?? "").split("=").map((part) => part.trim().replaceAll('"', ""));
    if (name === "handling") return value === "strict" || value === "lenient" ? value : null;
  }
  return null;
}
