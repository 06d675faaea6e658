/** The events of an account's stream, as they come. */
import { get, type IncomingMessage } from "node:http";
import type { AccountEvent } from "#contract/account-events.ts";
import type { Client } from "./client.ts";

export type Told = { type: "refresh" } | ({ type: "changed" } & AccountEvent);

/** Resolves when the stream is open and its first event is there. Has a connection of its own, as fetch opens others in advance. */
export async function followAccount(client: Client, query = ""): Promise<{ told: Told[]; ended: Promise<void> } & Disposable> {
  const opened = Promise.withResolvers<IncomingMessage>();
  const headers = { authorization: client.apiKey ?? "" };
  const request = get(`${client.url}/api/extractor/v1/events${query}`, { headers, agent: false }, opened.resolve);
  request.on("error", opened.reject);
  const answer = await opened.promise;
  if (answer.statusCode !== 200) throw new Error(`the stream answered ${answer.statusCode}`);
  const told: Told[] = [];
  const begun = Promise.withResolvers<void>();
  const read = async () => {
    let text = "";
    for await (const chunk of answer.setEncoding("utf8")) {
      const blocks = (text + chunk).split("\n\n");
      text = blocks.pop() ?? "";
      told.push(...blocks.flatMap(toldBy));
      if (told.length > 0) begun.resolve();
    }
  };
  const ended = read().catch(() => undefined);
  await begun.promise;
  return { told, ended, [Symbol.dispose]: () => void request.destroy() };
}

/** None by a comment, which only keeps the connection open. */
function toldBy(block: string): Told[] {
  const type = /^event: (.*)$/m.exec(block)?.[1];
  if (type === "refresh") return [{ type }];
  return type === "changed" ? [{ type, ...JSON.parse(/^data: (.*)$/m.exec(block)?.[1] ?? "") }] : [];
}
