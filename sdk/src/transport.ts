/** Sends requests, and retries those that may succeed later. */
import createClient, { type Client } from "openapi-fetch";
import type { OperationObject } from "openapi-typescript-helpers";
import type { AnswerOf, Arguments, CallOptions, PathOf, Verb } from "./api-call.ts";
import { type ErrorBody, WinnowError } from "./error.ts";

type Fetch = (request: Request, init: { signal: AbortSignal }) => Promise<Response>;

export type TransportOptions = {
  /** Base URL of the service, such as `https://winnow.example.com`. */
  baseUrl: string;
  /** Left out in the dashboard, which uses a session cookie. */
  apiKey?: string | undefined;
  /** Retries after a network failure, a 429 or a server error. 3 by default. */
  maxRetries?: number | undefined;
  /** Timeout of one request with its response, in milliseconds; the time of a long poll is added. 120,000 by default. */
  timeoutMs?: number | undefined;
  /**
   * `strict`, the default: an unknown property, such as a misspelt one, is rejected with 422 and a "did you mean". `lenient`: it is
   * ignored, with a warning in the response.
   */
  handling?: "strict" | "lenient" | undefined;
  /** Replaces the global fetch. `init` has the signal that ends the request; pass both on. */
  fetch?: Fetch | undefined;
};

const RETRIES = 3;
const TIMEOUT_MS = 120_000;
/** Pause before the first retry; doubled for each further one, up to `most`. */
const PAUSE_MS = { first: 500, most: 30_000 };
/** A longer Retry-After is not waited for; the error is thrown instead. */
const ASKED_MS_MAX = 60_000;
/** Statuses worth a retry: a server or proxy is overloaded or failing. */
const PASSING = new Set([429, 500, 502, 503, 504]);
/** The response to a retry while the first request is still running. */
const RUNNING = "idempotency_in_progress";

type PutOptions = { headers: Record<string, string>; signal?: AbortSignal | undefined };
type Given = { path?: object; query?: object; header?: object; body?: unknown } & CallOptions;
type Read = (response: Response) => Promise<Response>;
/** Sends a request until it succeeds. `read` takes place within the time and the retries of the request. */
type Send = (request: Request, read: Read, signal: AbortSignal | undefined) => Promise<Response>;

/** One method per HTTP method; each returns the data or throws WinnowError. A network failure throws the TypeError of fetch. */
export class Transport {
  readonly #client: Client<Record<string, Record<Verb, OperationObject>>>;
  readonly #send: Send;
  readonly #sendOnce: Send;
  readonly #baseUrl: string;
  readonly #handling: "strict" | "lenient";
  readonly #retries: boolean;

  constructor({
    baseUrl,
    apiKey,
    maxRetries = RETRIES,
    timeoutMs = TIMEOUT_MS,
    handling = "strict",
    fetch = (request, init) => globalThis.fetch(request, init),
  }: TransportOptions) {
    this.#send = sendWith(fetch, maxRetries, timeoutMs);
    this.#sendOnce = sendWith(fetch, 0, timeoutMs);
    this.#baseUrl = baseUrl.replace(/\/$/, "");
    this.#handling = handling;
    this.#retries = maxRetries > 0;
    const headers = { authorization: apiKey === undefined ? undefined : `Bearer ${apiKey}` };
    this.#client = createClient({ baseUrl, headers });
  }

  get<P extends PathOf<"get">>(path: P, ...[given]: Arguments<"get", P>): Promise<AnswerOf<"get", P>> {
    return this.#data("get", path, given);
  }
  post<P extends PathOf<"post">>(path: P, ...[given]: Arguments<"post", P>): Promise<AnswerOf<"post", P>> {
    return this.#data("post", path, given);
  }
  put<P extends PathOf<"put">>(path: P, ...[given]: Arguments<"put", P>): Promise<AnswerOf<"put", P>> {
    return this.#data("put", path, given);
  }
  delete<P extends PathOf<"delete">>(path: P, ...[given]: Arguments<"delete", P>): Promise<AnswerOf<"delete", P>> {
    return this.#data("delete", path, given);
  }

  /** The raw response, for images, files and events; without a timeout for its body. Throws as the other methods do. */
  async open<P extends PathOf<"get">>(path: P, ...[given]: Arguments<"get", P>): Promise<Response> {
    const unread = async (response: Response) => response;
    const { response } = await this.#client.request("get", path, { ...this.#init("get", given, unread), parseAs: "stream" });
    return response;
  }

  /** Puts a file to a path of the service that needs no key. A stream is sent once, whatever happens. */
  async putFile(path: string, body: Blob | ReadableStream, { headers, signal }: PutOptions): Promise<void> {
    const init = { method: "PUT", body, headers, duplex: "half" };
    const request = new Request(this.#baseUrl + path, init as RequestInit);
    const send = body instanceof Blob ? this.#send : this.#sendOnce;
    await send(request, whole, signal);
  }

  async #data(verb: Verb, path: string, given: Given | undefined) {
    const { data } = await this.#client.request(verb, path, this.#init(verb, given));
    return data;
  }

  #init(verb: Verb, { signal, idempotencyKey, body, ...params }: Given = {}, read: Read = whole) {
    const key = idempotencyKey ?? (this.#retries ? crypto.randomUUID() : undefined);
    const headers = {
      // RFC 7240.
      prefer: body === undefined ? undefined : `handling=${this.#handling}`,
      "idempotency-key": verb === "post" ? key : undefined,
    };
    return { params, body, headers, fetch: (request: Request) => this.#send(request, read, signal) };
  }
}

/**
 * Node forgets to abort a request by the signal that the Request has, once the Request itself is collected (undici 7). Signals that are given to
 * `fetch` directly are kept.
 */
function sendWith(fetch: Fetch, maxRetries: number, timeoutMs: number): Send {
  return async (request, read, signal) => {
    const waitMs = (Number(new URL(request.url).searchParams.get("wait")) || 0) * 1000;
    for (let tries = 0; ; tries++) {
      const late = new AbortController();
      const giveUp = () => late.abort(new DOMException("The server did not answer in time.", "TimeoutError"));
      const timer = setTimeout(giveUp, timeoutMs + waitMs);
      let pauseMs = pauseBefore(tries);
      try {
        const ends = AbortSignal.any(signal ? [signal, late.signal] : [late.signal]);
        const response = await fetch(new Request(maxRetries > 0 ? request.clone() : request, { signal: ends }), { signal: ends });
        if (response.ok) return await read(response);
        const failure = new WinnowError(response.status, (await response.json().catch(() => null)) as ErrorBody | null);
        pauseMs = askedPause(failure, response) ?? pauseMs;
        if (tries >= maxRetries || pauseMs > ASKED_MS_MAX || !isPassing(failure)) throw failure;
      } catch (error) {
        // fetch throws TypeError for network failures; an abort or a timeout is not retried.
        if (tries >= maxRetries || !(error instanceof TypeError)) throw error;
      } finally {
        clearTimeout(timer);
      }
      await pause(pauseMs, signal);
    }
  };
}

/** Waits for the whole body, so that a response that breaks off is retried. */
async function whole(response: Response): Promise<Response> {
  await response.clone().arrayBuffer();
  return response;
}

const isPassing = ({ status, code }: WinnowError): boolean => PASSING.has(status) || code === RUNNING;

/** Exponential backoff with jitter, so that many clients do not retry at the same time. */
const pauseBefore = (tries: number): number => Math.min(PAUSE_MS.most, PAUSE_MS.first * 2 ** tries) * (0.5 + Math.random() / 2);

/** In milliseconds; null when the server sent no Retry-After. */
function askedPause({ retryAfter }: WinnowError, { headers }: Response): number | null {
  const seconds = retryAfter ?? Number(headers.get("retry-after") ?? Number.NaN);
  return Number.isFinite(seconds) ? seconds * 1000 : null;
}

/** Rejects with the signal's reason. */
export function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", stop);
      resolve();
    }, ms);
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    if (signal?.aborted) stop();
    else signal?.addEventListener("abort", stop, { once: true });
  });
}
