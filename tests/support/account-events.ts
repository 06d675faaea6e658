/** The events of an account's stream, as they come. */
import type { AccountEvent } from "#contract/account-events.ts";
import type { Client } from "./client.ts";

export type Told = { type: "refresh" } | ({ type: "changed" } & AccountEvent);

/** Resolves when the stream is open and its first event is there. */
export async function followAccount(client: Client, query = ""): Promise<{ told: Told[]; ended: Promise<void> } & Disposable> {
  const stop = new AbortController();
  const answer = await fetch(`${client.url}/api/extractor/v1/events${query}`, {
    headers: { authorization: client.apiKey ?? "" },
    signal: stop.signal,
  });
  if (answer.status !== 200 || !answer.body) throw new Error(`the stream answered ${answer.status}: ${await answer.text()}`);
  const told: Told[] = [];
  const begun = Promise.withResolvers<void>();
  const read = async (body: ReadableStream<Uint8Array>) => {
    let text = "";
    const decoder = new TextDecoder();
    for await (const chunk of body) {
      const blocks = (text + decoder.decode(chunk, { stream: true })).split("\n\n");
      text = blocks.pop() ?? "";
      for (const block of blocks) {
        const type = /^event: (.*)$/m.exec(block)?.[1];
        if (type === "refresh") told.push({ type });
        if (type === "changed") told.push({ type, ...JSON.parse(/^data: (.*)$/m.exec(block)?.[1] ?? "") });
        begun.resolve();
      }
    }
  };
  const ended = read(answer.body).catch(() => undefined);
  await begun.promise;
  return { told, ended, [Symbol.dispose]: () => stop.abort() };
}
