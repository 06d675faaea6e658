/** Closing an HTTP server: requests in progress finish, and every other connection ends at once. */
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";

/**
 * Watches the server's connections. Call what it returns before `server.close()`, which by itself waits for connections over which nothing
 * or only part of a head was ever sent, as browsers open them in advance.
 */
export function openFinish(server: Server): () => void {
  /** Requests in progress by connection. */
  const requests = new Map<Socket, number>();
  let closing = false;
  const endIfIdle = (socket: Socket) => {
    if (closing && requests.get(socket) === 0) socket.destroySoon();
  };
  server.on("connection", (socket) => {
    requests.set(socket, 0);
    socket.once("close", () => requests.delete(socket));
    endIfIdle(socket);
  });
  const count = ({ socket }: IncomingMessage, response: ServerResponse) => {
    requests.set(socket, (requests.get(socket) ?? 0) + 1);
    response.once("close", () => {
      const open = requests.get(socket);
      if (open === undefined) return;
      requests.set(socket, open - 1);
      endIfIdle(socket);
    });
  };
  for (const event of ["request", "checkContinue", "checkExpectation"]) server.prependListener(event, count);
  return () => {
    closing = true;
    for (const socket of requests.keys()) endIfIdle(socket);
  };
}
