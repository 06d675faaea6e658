/** POST, GET /lists. */
import { z } from "zod";
import { cursorOf, Limit } from "#contract/json.ts";
import { LIMITS } from "#contract/limits.ts";
import { ListBody, ListOfLists, ListRecord } from "#contract/lists.ts";
import type { App } from "#http/app.ts";
import { errorReplies, security } from "#http/replies.ts";
import { listLists } from "#lists/lists.store.ts";
import { createList, type ListDeps, listRecord } from "#lists/lists.ts";

const base = { tags: ["lists"], security };

export function lists(app: App, deps: ListDeps): void {
  const create = { ...base, summary: "Save a list", body: ListBody, response: { 201: ListRecord, ...errorReplies } };
  app.post("/lists", { schema: create, bodyLimit: LIMITS.listBodyBytesMax }, async (request, reply) =>
    reply.code(201).send(await createList(deps, request.accountId, request.body, request.signal)),
  );
  const querystring = z.object({ limit: Limit, cursor: cursorOf("lst").optional() });
  app.get(
    "/lists",
    { schema: { ...base, summary: "List the lists", querystring, response: { 200: ListOfLists, ...errorReplies } } },
    async (request) => {
      const { limit, cursor } = request.query;
      const found = await listLists(deps.db, request.accountId, { after: cursor ?? null, limit: limit + 1 });
      const page = found.slice(0, limit).map(listRecord);
      return { lists: page, next_cursor: found.length > limit ? (page.at(-1)?.list_id ?? null) : null };
    },
  );
}
