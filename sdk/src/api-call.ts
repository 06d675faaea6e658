/** Types of every path of openapi.json: its input and its response. */
import type { paths } from "./api.ts";

export type Verb = "get" | "post" | "put" | "delete";

/** The paths that have this method. */
export type PathOf<V extends Verb> = { [P in keyof paths]: paths[P] extends Record<V, object> ? P : never }[keyof paths];

type OperationOf<V extends Verb, P extends keyof paths> = paths[P] extends Record<V, infer Operation> ? Operation : never;

/** A missing part of an operation is `never` in the generated types; an optional part is optional. */
type Part<Holder, Name extends PropertyKey> =
  Holder extends Record<Name, infer Given>
    ? [NonNullable<Given>] extends [never]
      ? unknown
      : { [_ in Name]: Given }
    : Holder extends { [_ in Name]?: infer Given }
      ? [NonNullable<Given>] extends [never]
        ? unknown
        : { [_ in Name]?: NonNullable<Given> }
      : unknown;

type Parameters<Operation> = Operation extends { parameters: infer Given } ? Given : unknown;
type Body<Operation> = Operation extends { requestBody: { content: { "application/json": infer Given } } } ? { body: Given } : unknown;

/** The input of a call: values for path, query, headers and body. */
export type InputOf<V extends Verb, P extends keyof paths> = Part<Parameters<OperationOf<V, P>>, "path"> &
  Part<Parameters<OperationOf<V, P>>, "query"> &
  Part<Parameters<OperationOf<V, P>>, "header"> &
  Body<OperationOf<V, P>>;

type Success = 200 | 201 | 204;
type Replies<Operation> = Operation extends { responses: infer Given } ? Given[keyof Given & Success] : never;

/** The result of a call; undefined for 204. */
export type AnswerOf<V extends Verb, P extends keyof paths> =
  Replies<OperationOf<V, P>> extends infer Reply
    ? Reply extends { content: { "application/json": infer Given } }
      ? Given
      : undefined
    : never;

/** Options of one call, beside its input. */
export type CallOptions = {
  signal?: AbortSignal | undefined;
  /** For POST requests: calls with the same key and body have one effect. By default each call has a new key. */
  idempotencyKey?: string | undefined;
};

type Given<Input> = Input & CallOptions;
/** The argument may be left out when no input is required. */
export type Arguments<Input> = Record<never, never> extends Input ? [given?: Given<Input>] : [given: Given<Input>];
