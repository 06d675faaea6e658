/** What a request does to the database, it does for its caller's account. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { inAccount } from "#platform/postgres/account-scope.ts";

/**
 * Everything after this hook runs in the scope of `request.accountId`: later hooks, the handler, streams and what a handler goes on with
 * after it has answered. Fastify itself comes back to it after a body, which is read in the scope of the socket.
 */
export function enterAccount(app: FastifyInstance): void {
  app.addHook("onRequest", (request: FastifyRequest, _reply: FastifyReply, done: () => void): void => inAccount(request.accountId, done));
}
