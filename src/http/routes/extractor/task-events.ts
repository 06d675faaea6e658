/** GET /tasks/{task_id}/events: server-sent events until the task is finished. */
import { Readable } from "node:stream";
import { z } from "zod";
import { idShape } from "#contract/ids.ts";
import { requireTask } from "#extraction/task-actions.ts";
import { taskEvents as eventsOf } from "#extraction/task-events.ts";
import type { App } from "#http/app.ts";
import type { EventDeps } from "#http/http-deps.ts";
import { errorRepliesWithId, security } from "#http/replies.ts";
import { sendEvents, type TakeStream } from "#http/streams.ts";

const schema = {
  tags: ["tasks"],
  summary: "Follow a task",
  description:
    "Events `status` and `progress`, each with the task's summary as it was then. A stream begins with the task as it is; with `Last-Event-ID` every later event is sent again, also of a task that has ended (`0`: all, up to the last hundred).",
  security,
  params: z.object({ task_id: idShape("task") }),
  headers: z.looseObject({
    "last-event-id": z.coerce.number().int().min(0).optional().catch(undefined).describe("The `id` of the last event that arrived."),
  }),
  response: { 200: { description: "The events", content: { "text/event-stream": { schema: z.string() } } }, ...errorRepliesWithId },
};

export function taskEvents(app: App, deps: Pick<EventDeps, "db" | "watch" | "stopping"> & { takeStream: TakeStream }): void {
  app.get("/tasks/:task_id/events", { schema, exposeHeadRoute: false }, async (request, reply) => {
    const { accountId, params, headers } = request;
    await requireTask(deps.db, accountId, params.task_id);
    deps.takeStream(request, reply);
    const gone = AbortSignal.any([deps.stopping, request.signal]);
    const events = eventsOf(deps, accountId, params.task_id, headers["last-event-id"] ?? null, gone);
    return sendEvents(reply, Readable.from(events, { objectMode: false }));
  });
}
