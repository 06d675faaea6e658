/** POST, GET /inboxes; GET, PUT, DELETE /inboxes/{inbox_id}; GET /inboxes/{inbox_id}/items. */
import { z } from "zod";
import { InboxBody, InboxChange, InboxId, InboxItems, InboxList, InboxRecord } from "#contract/inboxes.ts";
import { cursorOf, Limit } from "#contract/json.ts";
import { createInboxOf, type InboxDeps, inboxesOf, inboxOf, itemsOf, pauseInbox, removeInbox } from "#extraction/inboxes/inboxes.ts";
import type { App } from "#http/app.ts";
import { errorReplies, errorRepliesWithId, security } from "#http/replies.ts";

const base = { tags: ["inboxes"], security };
const one = { ...base, params: InboxId };

export function inboxes(app: App, deps: InboxDeps): void {
  const { db } = deps;
  const create = { ...base, summary: "Watch a mailbox or a bucket", body: InboxBody, response: { 201: InboxRecord, ...errorReplies } };
  app.post("/inboxes", { schema: create }, async ({ caller, body }, reply) =>
    reply.code(201).send(await createInboxOf(deps, caller, body)),
  );

  const list = { ...base, summary: "List the inboxes", response: { 200: InboxList, ...errorReplies } };
  app.get("/inboxes", { schema: list }, async ({ accountId }) => ({ inboxes: await inboxesOf(db, accountId) }));

  const response = { 200: InboxRecord, ...errorRepliesWithId };
  app.get("/inboxes/:inbox_id", { schema: { ...one, summary: "Read an inbox", response } }, async ({ accountId, params }) =>
    inboxOf(db, accountId, params.inbox_id),
  );

  const change = { ...one, summary: "Pause an inbox, or go on", body: InboxChange, response };
  app.put("/inboxes/:inbox_id", { schema: change }, async ({ accountId, params, body }) =>
    pauseInbox(db, accountId, params.inbox_id, body.paused),
  );

  const remove = { ...one, summary: "Delete an inbox", response: { 204: z.null(), ...errorRepliesWithId } };
  app.delete("/inboxes/:inbox_id", { schema: remove }, async ({ caller, params }, reply) => {
    await removeInbox(db, caller, params.inbox_id);
    return reply.code(204).send(null);
  });

  const came = {
    ...one,
    summary: "What came in an inbox, newest first",
    querystring: z.object({ limit: Limit, cursor: cursorOf("itm").optional() }),
    response: { 200: InboxItems, ...errorRepliesWithId },
  };
  app.get("/inboxes/:inbox_id/items", { schema: came }, async ({ accountId, params, query }) =>
    itemsOf(db, accountId, params.inbox_id, { before: query.cursor ?? null, limit: query.limit }),
  );
}
