/**
 * Adds an example to every body and response in the OpenAPI document. A test validates each against its schema and sends the request bodies
 * to the service.
 */
import { readFileSync } from "node:fs";
import { ApiError, errorBody } from "#contract/errors.ts";
import { REQUEST_EXAMPLES } from "./request-examples.ts";

type Media = { schema?: { $ref?: string; type?: string; properties?: object }; example?: unknown; encoding?: object };
type Content = Record<string, Media>;
export type Operation = {
  description?: string;
  requestBody?: { content: Content; required?: boolean };
  responses?: Record<string, { content?: Content }>;
};

/** Responses recorded from a service for the request examples, by operation, else by schema name. */
const REPLIES: { operations: Record<string, object>; schemas: Record<string, object> } = JSON.parse(
  readFileSync(new URL("reply-examples.json", import.meta.url), "utf8"),
);

const REQUEST_ID = "req_01m84hde2hq3e0c5v7rj9w4tkx8b6n1fzyga";
const LOC = ["body", "extraction_schema", "fields", 0, "type"];
const FAILURES: Record<string, object> = Object.fromEntries(
  [
    new ApiError("unsupported_type"),
    new ApiError("unauthorized"),
    new ApiError("cross_site"),
    new ApiError("not_found"),
    new ApiError("validation_error", {
      issues: [{ loc: LOC, msg: "Unknown type `curency`. Did you mean `currency`?", type: "unknown_type" }],
    }),
    new ApiError("rate_limited", { detail: "Rate limit of 100 requests per minute exceeded. Try again in 12 s.", retryAfterSeconds: 12 }),
    new ApiError("internal"),
  ].map((error) => [String(error.status), errorBody(error, REQUEST_ID)]),
);

/** Of /readyz. */
FAILURES["503"] = { status: "unavailable" };

/** `name`: method and path. Modifies the operation. */
export function addExamples(name: string, { requestBody, responses = {} }: Operation): void {
  const body = requestBody?.content["application/json"];
  if (body) setExample(body, REQUEST_EXAMPLES[nameOf(body)]);
  for (const [status, { content }] of Object.entries(responses)) {
    const reply = content?.["application/json"];
    if (reply) setExample(reply, FAILURES[status] ?? REPLIES.operations[name] ?? REPLIES.schemas[nameOf(reply)]);
  }
}

const nameOf = ({ schema }: Media): string => schema?.$ref?.split("/").at(-1) ?? "";

function setExample(media: Media, example: object | undefined): void {
  if (example !== undefined) media.example = example;
}
