/** Calls of a server's extractor, with the key of an account. */
import { setTimeout as sleep } from "node:timers/promises";
import { UsageError } from "#cli/failures.ts";

export type Server = { url: string; key: string; signal: AbortSignal };
export type Answer<T> = { value: T } | { error: string };

/** `path` is below the extractor's base. A rate limit is waited for. Rejects when the server cannot be reached. */
export async function call<T>({ url, key, signal }: Server, path: string, body?: object): Promise<Answer<T>> {
  const address = `${url}/api/extractor/v1/${path}`;
  const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
  for (;;) {
    const request = body === undefined ? { headers } : { method: "POST", headers, body: JSON.stringify(body) };
    const answer = await fetch(address, { ...request, signal }).catch((cause: unknown) => {
      signal.throwIfAborted();
      throw new UsageError(`There is no server at ${url}: start it with \`winnow start\`, or name another with --url.`, { cause });
    });
    const json = (await answer.json().catch(() => ({}))) as T & { retry_after?: number; error?: { message?: string } };
    if (answer.ok) return { value: json };
    if (answer.status === 401) throw new UsageError("The server refuses the key in WINNOW_API_KEY.");
    if (answer.status !== 429) return { error: json.error?.message ?? `the server answered ${answer.status}` };
    await sleep(1_000 * (json.retry_after ?? 1), undefined, { signal });
  }
}
