/** The one client of the dashboard, and what a failure of it means. */
import { Winnow, WinnowError } from "@winnow/sdk";
import { plainMessageOf } from "#app/plain.ts";

/** Pages ask again by themselves. */
export const { api } = new Winnow({ baseUrl: location.origin, maxRetries: 0 });
/** Sends many files: a request that the rate stops is sent again. */
export const sender = new Winnow({ baseUrl: location.origin });
export const { api: lenient } = new Winnow({ baseUrl: location.origin, maxRetries: 0, handling: "lenient" });

export const isSignedOut = (error: unknown) => error instanceof WinnowError && error.status === 401;
/** fetch itself failed: the server or the network is away. */
export const isUnreachable = (error: unknown) => error instanceof TypeError || (error instanceof WinnowError && error.status === 503);

/** What to tell somebody about a failure. */
export function messageOf(error: unknown): string {
  if (isUnreachable(error)) return "The server is not responding. Check your connection. This page tries again automatically.";
  if (error instanceof WinnowError) return plainMessageOf(error);
  return error instanceof Error ? error.message : String(error);
}
