/**
 * Who may read /metrics: with a configured token, requests that carry it; otherwise requests from private addresses that came through no
 * proxy.
 */
import type { IncomingMessage } from "node:http";
import { hasToken } from "#platform/bearer-token.ts";
import { cameThroughProxy, isPrivate } from "#platform/peer.ts";

export const METRICS_REFUSED =
  "Metrics are for callers of private addresses that come through no proxy; with WINNOW_METRICS_TOKEN set, for callers that send it as `Authorization: Bearer TOKEN`.";

export function mayReadMetrics({ headers, socket }: Pick<IncomingMessage, "headers" | "socket">, token: string | null): boolean {
  if (token === null) return isPrivate(socket.remoteAddress) && !cameThroughProxy(headers);
  return hasToken(headers.authorization, token);
}
