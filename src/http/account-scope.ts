/** Runs each request's queries in the scope of its caller's account. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { inAccount } from "#platform/postgres/account-scope.ts";

/**
 * Everything after this hook runs in the scope of `request.accountId`: later hooks, the handler, streams, and work a handler continues
 * after its response. Fastify restores the scope after reading the body, which happens in the socket's scope.
 */
export function enterAccount(app: FastifyInstance): void {
  app.addHook("onRequest", (request: FastifyRequest, _reply: FastifyReply, done: () => void): void => inAccount(request.accountId, done));
}
