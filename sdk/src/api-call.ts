/** Types of every path of openapi.json: its input and its response. */
import type { RequestBodyOption } from "openapi-fetch";
import type { HttpMethod, PathsWithMethod, RequiredKeysOf, SuccessResponse } from "openapi-typescript-helpers";
import type { paths } from "./api.ts";

export type Verb = Extract<HttpMethod, "get" | "post" | "put" | "delete">;

/** The paths that have this method. */
export type PathOf<V extends Verb> = PathsWithMethod<paths, V>;

/** Options of one call, beside its input. */
export type CallOptions = {
  signal?: AbortSignal | undefined;
  /** For POST requests: calls with the same key and body have one effect. By default each call has a new key. */
  idempotencyKey?: string | undefined;
};

/** Values for path, query, headers and body. */
type InputOf<Operation> = (Operation extends { parameters: infer Given } ? Given : unknown) & RequestBodyOption<Operation>;

/** The argument may be left out when no input is required. */
export type Arguments<V extends Verb, P extends PathOf<V>> = [RequiredKeysOf<InputOf<paths[P][V]>>] extends [never]
  ? [given?: InputOf<paths[P][V]> & CallOptions]
  : [given: InputOf<paths[P][V]> & CallOptions];

/** The result of a call; undefined for 204. */
export type AnswerOf<V extends Verb, P extends PathOf<V>> = paths[P][V] extends { responses: infer Replies extends Record<number, object> }
  ? SuccessResponse<Replies, "application/json">
  : never;
