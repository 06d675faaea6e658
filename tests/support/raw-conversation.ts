/** Everything that a connection answers, for bytes that no HTTP client would send. */
import { connect, type Socket } from "node:net";

export type Conversation = { statuses: number[]; text: string };

const CONVERSATION_MS_MAX = 15_000;

/** Sends `bytes` and collects what comes until the server closes the connection. Rejects when it is still open after `msMax`. */
export function untilClosed(url: string, bytes: string, msMax = CONVERSATION_MS_MAX): Promise<Conversation> {
  return converse(url, bytes, () => false, msMax);
}

/** Sends `bytes` and collects what comes until `isEnough`, or the connection is closed. */
export function converse(
  url: string,
  bytes: string,
  isEnough: (sofar: Conversation) => boolean,
  msMax = CONVERSATION_MS_MAX,
): Promise<Conversation> {
  const socket = open(url);
  return new Promise((resolve, reject) => {
    let text = "";
    const sofar = (): Conversation => ({ text, statuses: [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status)) });
    const end = () => {
      clearTimeout(timer);
      socket.destroy();
      resolve(sofar());
    };
    const timer = setTimeout(() => {
      socket.destroy();
      reject(new Error(`the connection is still open; received ${JSON.stringify(text.slice(0, 500))}`));
    }, msMax);
    socket.on("connect", () => socket.write(bytes, "latin1"));
    socket.on("data", (chunk) => {
      text += chunk.toString("latin1");
      if (isEnough(sofar())) end();
    });
    // A server that closes while we still write resets the connection; what it said before stands.
    socket.on("error", () => undefined);
    socket.on("close", end);
  });
}

/** With `staysOpen` it does not close its end when the server does. */
export function open(url: string, { staysOpen = false } = {}): Socket {
  const { hostname, port } = new URL(url);
  return connect({ port: Number(port), host: hostname, allowHalfOpen: staysOpen });
}
