/** Every path of openapi.json with its own types: what it takes, what it answers. */
import type { paths } from "./api.ts";

export type Verb = "get" | "post" | "put" | "delete";

/** The paths that have this verb. */
export type PathOf<V extends Verb> = { [P in keyof paths]: paths[P] extends Record<V, object> ? P : never }[keyof paths];

type OperationOf<V extends Verb, P extends keyof paths> = paths[P] extends Record<V, infer Operation> ? Operation : never;

/** A part that an operation has not is `never` in the generated types, one that may be left out is optional. */
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

/** What a call takes: values for the path, the query, headers, the body. */
export type InputOf<V extends Verb, P extends keyof paths> = Part<Parameters<OperationOf<V, P>>, "path"> &
  Part<Parameters<OperationOf<V, P>>, "query"> &
  Part<Parameters<OperationOf<V, P>>, "header"> &
  Body<OperationOf<V, P>>;

type Success = 200 | 201 | 204;
type Replies<Operation> = Operation extends { responses: infer Given } ? Given[keyof Given & Success] : never;

/** What a call answers with; undefined for 204. */
export type AnswerOf<V extends Verb, P extends keyof paths> =
  Replies<OperationOf<V, P>> extends infer Reply
    ? Reply extends { content: { "application/json": infer Given } }
      ? Given
      : undefined
    : never;

/** Of one call, beside its input. */
export type CallOptions = {
  signal?: AbortSignal | undefined;
  /** Of a POST: the same key and body have one effect, however often they are sent. By default each call has a new one. */
  idempotencyKey?: string | undefined;
};

type Given<Input> = Input & CallOptions;
/** A call that needs nothing may be given nothing. */
export type Arguments<Input> = Record<never, never> extends Input ? [given?: Given<Input>] : [given: Given<Input>];
