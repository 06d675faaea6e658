/** POST, GET /outboxes; GET, PUT, DELETE /outboxes/{outbox_id}. */
import { z } from "zod";
import { OutboxBody, OutboxChange, OutboxId, OutboxList, OutboxRecord } from "#contract/outboxes.ts";
import { createBucketOutbox, type OutboxDeps, outboxesOf, outboxOf, pauseOutbox, removeOutbox } from "#extraction/outboxes/outboxes.ts";
import type { App } from "#http/app.ts";
import { errorReplies, errorRepliesWithId, security } from "#http/replies.ts";

const base = { tags: ["outboxes"], security };
const one = { ...base, params: OutboxId };

export function outboxes(app: App, deps: OutboxDeps): void {
  const { db } = deps;
  const create = { ...base, summary: "Write results to a bucket", body: OutboxBody, response: { 201: OutboxRecord, ...errorReplies } };
  app.post("/outboxes", { schema: create }, async ({ caller, body }, reply) =>
    reply.code(201).send(await createBucketOutbox(deps, caller, body)),
  );

  const list = { ...base, summary: "List the outboxes", response: { 200: OutboxList, ...errorReplies } };
  app.get("/outboxes", { schema: list }, async ({ accountId }) => ({ outboxes: await outboxesOf(db, accountId) }));

  const response = { 200: OutboxRecord, ...errorRepliesWithId };
  app.get("/outboxes/:outbox_id", { schema: { ...one, summary: "Read an outbox", response } }, async ({ accountId, params }) =>
    outboxOf(db, accountId, params.outbox_id),
  );

  const change = { ...one, summary: "Pause an outbox, or go on", body: OutboxChange, response };
  app.put("/outboxes/:outbox_id", { schema: change }, async ({ accountId, params, body }) =>
    pauseOutbox(db, accountId, params.outbox_id, body.paused),
  );

  const remove = { ...one, summary: "Delete an outbox", response: { 204: z.null(), ...errorRepliesWithId } };
  app.delete("/outboxes/:outbox_id", { schema: remove }, async ({ caller, params }, reply) => {
    await removeOutbox(db, caller, params.outbox_id);
    return reply.code(204).send(null);
  });
}
