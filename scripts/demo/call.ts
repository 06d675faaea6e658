/** Calls of the demo to its service. */
import type { DemoService } from "./service.ts";

/** `path` is below `/api/`. Throws with the service's message when it refuses. */
export async function call<T>({ url, apiKey, signal }: DemoService, path: string, body?: object): Promise<T> {
  const headers = { authorization: `Bearer ${apiKey}`, "content-type": "application/json" };
  const request = body === undefined ? { headers } : { method: "POST", headers, body: JSON.stringify(body) };
  const answer = await fetch(`${url}/api/${path}`, { ...request, signal }).catch((cause: unknown) => {
    throw signal.aborted ? signal.reason : new Error("The service no longer answers.", { cause });
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${text}`);
  return JSON.parse(text);
}
