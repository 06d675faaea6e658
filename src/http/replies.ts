/** The error responses that routes may send, for OpenAPI; each route adds its own success response. */
import type { FastifyReply } from "fastify";
import { ErrorBody, RateLimitBody, ValidationErrorBody } from "#contract/errors.ts";

/** 403 occurs only for requests with a session instead of a key. */
const always = { 401: ErrorBody, 403: ErrorBody, 429: RateLimitBody, 500: ErrorBody };
/** Routes without a body. */
export const errorReplies = { 400: ErrorBody, ...always, 422: ValidationErrorBody };
/** Routes with an id in the path. */
export const errorRepliesWithId = { ...errorReplies, 404: ErrorBody };
export const security = [{ ApiKey: [] }];

/** Sends JSON that is a text already. */
export const sendJson = (reply: FastifyReply, json: string): FastifyReply =>
  reply.type("application/json; charset=utf-8").send(json as never);
