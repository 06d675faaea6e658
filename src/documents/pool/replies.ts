/** What a child replied, as the caller takes it. */
import { setImmediate } from "node:timers/promises";
import { TaskFailure } from "#contract/task-errors.ts";
import type { Page } from "#documents/document.ts";
import { pageFromWire } from "./page-wire.ts";
import type { ChildReply } from "./protocol.ts";

/** Dense pages take milliseconds each: yields to the event loop between them. */
export async function pagesOf(wires: readonly Buffer[]): Promise<Page[]> {
  const read: Page[] = [];
  for (const wire of wires) {
    read.push(pageFromWire(wire));
    await setImmediate();
  }
  return read;
}

export function failureOf(reply: ChildReply): TaskFailure {
  if (reply.kind !== "failure") return new TaskFailure("internal", { internal: `unexpected reply ${reply.kind}` });
  const { code, message, internal } = reply;
  return new TaskFailure(code, message === null ? { internal } : { message, internal });
}
