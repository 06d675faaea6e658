/** Sends requests, and retries those that may succeed later. */
import type { paths } from "./api.ts";
import type { AnswerOf, Arguments, CallOptions, InputOf, PathOf, Verb } from "./api-call.ts";
import { type ErrorBody, WinnowError } from "./error.ts";

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
  /** Replaces the global fetch. */
  fetch?: ((request: Request) => Promise<Response>) | undefined;
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

type Values = Record<string, unknown>;
type Send = { path?: Values; query?: Values; header?: Values; body?: unknown } & CallOptions;

type Settings = {
  baseUrl: string;
  apiKey: string | null;
  maxRetries: number;
  timeoutMs: number;
  handling: "strict" | "lenient";
  fetch: (request: Request) => Promise<Response>;
};

/** One method per HTTP method; each returns the data or throws WinnowError. A network failure throws the TypeError of fetch. */
export class Transport {
  readonly #options: Settings;

  constructor({
    baseUrl,
    apiKey,
    maxRetries = RETRIES,
    timeoutMs = TIMEOUT_MS,
    handling = "strict",
    fetch = (request) => globalThis.fetch(request),
  }: TransportOptions) {
    this.#options = { baseUrl: baseUrl.replace(/\/+$/, ""), apiKey: apiKey ?? null, maxRetries, timeoutMs, handling, fetch };
  }

  get<P extends PathOf<"get">>(path: P, ...[given]: Arguments<InputOf<"get", P>>): Promise<AnswerOf<"get", P>> {
    return this.#data("get", path, given);
  }
  post<P extends PathOf<"post">>(path: P, ...[given]: Arguments<InputOf<"post", P>>): Promise<AnswerOf<"post", P>> {
    return this.#data("post", path, given);
  }
  put<P extends PathOf<"put">>(path: P, ...[given]: Arguments<InputOf<"put", P>>): Promise<AnswerOf<"put", P>> {
    return this.#data("put", path, given);
  }
  delete<P extends PathOf<"delete">>(path: P, ...[given]: Arguments<InputOf<"delete", P>>): Promise<AnswerOf<"delete", P>> {
    return this.#data("delete", path, given);
  }

  /** The raw response, for images, files and events; without a timeout for its body. Throws as the other methods do. */
  open<P extends PathOf<"get">>(path: P, ...[given]: Arguments<InputOf<"get", P>>): Promise<Response> {
    return this.#send("get", path, given, async (response) => response);
  }

  #data<V extends Verb, P extends keyof paths>(verb: V, path: P, given: Send | undefined): Promise<AnswerOf<V, P>> {
    const read = async (response: Response) => (response.status === 204 ? undefined : await response.json()) as AnswerOf<V, P>;
    return this.#send(verb, path, given, read);
  }

  /** Also retries when the response breaks off during `read`. */
  async #send<T>(verb: Verb, path: string, given: Send = {}, read: (response: Response) => Promise<T>): Promise<T> {
    const { maxRetries, timeoutMs, fetch } = this.#options;
    const make = this.#requestOf(verb, path, given);
    const waitMs = typeof given.query?.wait === "number" ? given.query.wait * 1000 : 0;
    for (let tries = 0; ; tries++) {
      const late = new AbortController();
      const giveUp = () => late.abort(new DOMException("The server did not answer in time.", "TimeoutError"));
      const timer = setTimeout(giveUp, timeoutMs + waitMs);
      let pauseMs = pauseBefore(tries);
      try {
        const response = await fetch(make(late.signal));
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
      await pause(pauseMs, given.signal);
    }
  }

  #requestOf(
    verb: Verb,
    template: string,
    { path = {}, query = {}, header = {}, body, signal, idempotencyKey }: Send,
  ): (late: AbortSignal) => Request {
    const { baseUrl, apiKey, maxRetries, handling } = this.#options;
    const url = new URL(`${baseUrl}${template.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(path[name])))}`);
    for (const [name, value] of Object.entries(query)) if (value !== undefined && value !== null) url.searchParams.set(name, String(value));
    const headers = new Headers(Object.entries(header).map(([name, value]): [string, string] => [name, String(value)]));
    if (apiKey !== null) headers.set("authorization", `Bearer ${apiKey}`);
    if (body !== undefined) {
      headers.set("content-type", "application/json");
      // RFC 7240.
      headers.set("prefer", `handling=${handling}`);
    }
    if (verb === "post" && (idempotencyKey !== undefined || maxRetries > 0))
      headers.set("idempotency-key", idempotencyKey ?? crypto.randomUUID());
    const text = body === undefined ? null : JSON.stringify(body);
    return (late) => {
      const either = signal ? AbortSignal.any([signal, late]) : late;
      return new Request(url, { method: verb.toUpperCase(), headers, body: text, signal: either });
    };
  }
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
