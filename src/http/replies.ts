/** The error answers every route may give, for OpenAPI; each route adds its own success. */
import { ErrorBody, RateLimitBody, ValidationErrorBody } from "#contract/errors.ts";

/** 403 only answers requests that bring a session instead of a key. */
const always = { 401: ErrorBody, 403: ErrorBody, 429: RateLimitBody, 500: ErrorBody };
/** Routes without a body. */
export const errorReplies = { 400: ErrorBody, ...always, 422: ValidationErrorBody };
/** Routes with an id in the address. */
export const errorRepliesWithId = { ...errorReplies, 404: ErrorBody };
export const security = [{ ApiKey: [] }];
