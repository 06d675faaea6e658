/** Typed client of the Winnow API: every call answers with its data or throws a WinnowError. Types come from openapi.json. */
import createClient, { type Client } from "openapi-fetch";
import type { Readable } from "openapi-typescript-helpers";
import type { components, paths } from "./api.ts";

/** Every shape of the API by its name in openapi.json, as answers have it. */
export type Schemas = { [Name in keyof components["schemas"]]: Readable<components["schemas"][Name]> };
export type { paths } from "./api.ts";

export type WinnowOptions = {
  /** Where the service is, such as `https://winnow.example.com`; in its own pages the address of the page. */
  baseUrl: string;
  /** Left out in the dashboard, whose session is a cookie. */
  apiKey?: string;
  fetch?: (request: Request) => Promise<Response>;
};

/** An answer that is no success. `detail` says what to do; `issues` names each wrong place of a body. */
export class WinnowError extends Error {
  readonly status: number;
  readonly code: string;
  readonly issues: Schemas["ValidationIssue"][];
  /** Seconds to wait, on 429. */
  readonly retryAfter: number | null;
  readonly requestId: string | null;

  constructor(status: number, body: ErrorBody | null) {
    super(body?.error?.message ?? `The server answered ${status}.`);
    this.name = "WinnowError";
    this.status = status;
    this.code = body?.error_code ?? "unknown";
    this.issues = Array.isArray(body?.detail) ? body.detail : [];
    this.retryAfter = body?.retry_after ?? null;
    this.requestId = body?.request_id ?? null;
  }
}

type ErrorBody = {
  detail?: string | Schemas["ValidationIssue"][];
  error_code?: string;
  error?: { message?: string };
  retry_after?: number | null;
  request_id?: string;
};

export type Winnow = Client<paths>;

/** `winnow.GET("/api/extractor/v1/tasks/{task_id}", { params: { path: { task_id } } })` and so on for every path of openapi.json. */
export function createWinnow({ baseUrl, apiKey, fetch }: WinnowOptions): Winnow {
  const client = createClient<paths>({
    baseUrl,
    ...(fetch ? { fetch } : {}),
    ...(apiKey === undefined ? {} : { headers: { authorization: `Bearer ${apiKey}` } }),
  });
  client.use({
    async onResponse({ response }) {
      if (response.ok) return;
      throw new WinnowError(response.status, await response.json().catch(() => null));
    },
  });
  return client;
}

/** The data of an answer; for `await dataOf(winnow.GET(…))`. */
export async function dataOf<T>(answer: Promise<{ data?: T }>): Promise<T> {
  return (await answer).data as T;
}
