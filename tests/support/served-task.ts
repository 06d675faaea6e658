/** A task whose document comes from a server that does what the test says; and what a caller sees of a task as it goes on. */
import { expect } from "vitest";
import type { Client } from "./client.ts";
import { INVOICE_SCHEMA } from "./pdf.ts";
import { type Answering, startReceiver } from "./receiver.ts";
import type { SharedService } from "./shared-service.ts";

/** The document's server ends with the block that holds this. */
export async function servedTask(service: SharedService, answer: Answering, more: object = {}) {
  const server = await startReceiver(answer);
  const client = await service.account();
  const id = await client.submit({ document_url: `${server.url}/a.pdf`, extraction_schema: INVOICE_SCHEMA, ...more });
  return { server, client, id, read: () => client.wait(id, 0), [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() };
}

/** Resolves when the event stream is open. */
export async function openEvents(client: Client, id: string, headers: Record<string, string> = {}): Promise<Response> {
  const answer = await fetch(`${client.url}/api/extractor/v1/tasks/${id}/events`, {
    headers: { authorization: client.apiKey ?? "", ...headers },
  });
  expect(answer.headers.get("content-type")).toBe("text/event-stream; charset=utf-8");
  return answer;
}

/** Follows the event stream to its end: all ids and event names, and the states in order without repeats. */
export async function followTask(client: Client, id: string, headers: Record<string, string> = {}) {
  const answer = await openEvents(client, id, headers);
  const blocks = (await answer.text()).split("\n\n").filter((block) => block.startsWith("id:"));
  const part = (block: string, name: string) => new RegExp(`^${name}: (.*)$`, "m").exec(block)?.[1] ?? "";
  const states = blocks.map((block) => JSON.parse(part(block, "data")).status as string);
  return {
    ids: blocks.map((block) => Number(part(block, "id"))),
    states: states.filter((state, i) => state !== states[i - 1]),
    events: blocks.map((block) => part(block, "event")),
  };
}
