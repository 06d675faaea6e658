/** Calls of a server's extractor, with the key of an account. */
import { setTimeout as sleep } from "node:timers/promises";
import { inherited, text } from "#platform/env.ts";
import { UsageError } from "./failures.ts";

export type Server = { url: string; key: string; signal: AbortSignal };
export type Answer<T> = { value: T } | { error: string; status: number };

const DEFAULT_URL = "http://127.0.0.1:8080";

/** The server that the environment names; null without a key. */
export function serverWithKey(signal: AbortSignal): Server | null {
  return text(inherited({}), "WINNOW_API_KEY") === null ? null : serverOf(undefined, "mcp", signal);
}

/** `url`: the value of `--url`. `name`: for the key that is to be made. Throws UsageError without a key. */
export function serverOf(url: string | undefined, name: string, signal: AbortSignal): Server {
  const env = inherited({});
  const key = text(env, "WINNOW_API_KEY");
  if (key === null) throw new UsageError(`Set WINNOW_API_KEY to a key of the server: \`winnow keys create --name ${name}\` makes one.`);
  const named = url ?? text(env, "WINNOW_URL") ?? DEFAULT_URL;
  return { url: named.endsWith("/") ? named.slice(0, -1) : named, key, signal };
}

/** `body`: as JSON, or a form with files. `path` is below the extractor's base. A rate limit is waited for. Rejects when the server cannot be reached. */
export async function call<T>(server: Server, path: string, body?: object, idempotencyKey?: string): Promise<Answer<T>> {
  const headers: Record<string, string> = idempotencyKey === undefined ? {} : { "idempotency-key": idempotencyKey };
  if (!(body instanceof FormData)) headers["content-type"] = "application/json";
  const sent = body instanceof FormData ? body : JSON.stringify(body);
  const request = body === undefined ? { headers } : { method: "POST", headers, body: sent };
  const answer = await send(server, path, request);
  if ("error" in answer) return answer;
  return { value: (await answer.value.json()) as T };
}

/** As `call`; the response's body is not read yet. */
export async function send({ url, key, signal }: Server, path: string, init: RequestInit): Promise<Answer<Response>> {
  const address = `${url}/api/extractor/v1/${path}`;
  for (;;) {
    const asked = { ...init, headers: { ...init.headers, authorization: `Bearer ${key}` }, signal };
    const answer = await fetch(address, asked).catch((cause: unknown) => {
      signal.throwIfAborted();
      throw new UsageError(`There is no server at ${url}: start it with \`winnow start\`, or name another with --url.`, { cause });
    });
    if (answer.ok) return { value: answer };
    const json = (await answer.json().catch(() => ({}))) as { retry_after?: number; error?: { message?: string } };
    if (answer.status === 401) throw new UsageError("The server refuses the key in WINNOW_API_KEY.");
    if (answer.status !== 429) return { error: json.error?.message ?? `the server answered ${answer.status}`, status: answer.status };
    await sleep(1_000 * (json.retry_after ?? 1), undefined, { signal });
  }
}
