/** The connections of many clients that keep theirs open: none waits for another's answer. */
import { Client, type Dispatcher } from "undici";

export type Strangers = {
  /** Sends by the connection that was not used for the longest time, or a new one when all are in use. */
  send(asked: Dispatcher.RequestOptions): Promise<{ statusCode: number; text: string }>;
  [Symbol.asyncDispose](): Promise<void>;
};

/** A new connection costs the server a turn of its loop: as many at once are opened, as a server takes them in a moment. */
const OPENED_AT_ONCE = 50;

/** Resolves when `count` connections are open. */
export async function openStrangers(url: string, count: number): Promise<Strangers> {
  const every: Client[] = [];
  const free: Client[] = [];
  const open = (): Client => {
    const client = new Client(url);
    every.push(client);
    return client;
  };
  const by = async (client: Client, asked: Dispatcher.RequestOptions) => {
    const { statusCode, body } = await client.request(asked);
    const text = await body.text();
    free.push(client);
    return { statusCode, text };
  };
  while (every.length < count) {
    const now = Math.min(OPENED_AT_ONCE, count - every.length);
    await Promise.all(Array.from({ length: now }, () => by(open(), { path: "/healthz", method: "GET" })));
  }
  return {
    send: (asked) => by(free.shift() ?? open(), asked),
    async [Symbol.asyncDispose]() {
      await Promise.all(every.map((client) => client.close()));
    },
  };
}
