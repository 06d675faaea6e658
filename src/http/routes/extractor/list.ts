/** GET, PUT, DELETE /lists/{list_id}. */
import { z } from "zod";
import { idShape } from "#contract/ids.ts";
import { LIMITS } from "#contract/limits.ts";
import { ListBody, ListRecord } from "#contract/lists.ts";
import type { App } from "#http/app.ts";
import { errorRepliesWithId, security } from "#http/replies.ts";
import { findList } from "#lists/lists.store.ts";
import { changeList, foundList, type ListDeps, listRecord, removeList } from "#lists/lists.ts";

const base = { tags: ["lists"], security, params: z.object({ list_id: idShape("lst") }) };
const record = { 200: ListRecord, ...errorRepliesWithId };

export function list(app: App, deps: ListDeps): void {
  app.get("/lists/:list_id", { schema: { ...base, summary: "Read what a list has", response: record } }, async (request) =>
    listRecord(foundList(await findList(deps.db, request.accountId, request.params.list_id))),
  );
  const change = { ...base, summary: "Replace the rows of a list", body: ListBody, response: record };
  app.put("/lists/:list_id", { schema: change, bodyLimit: LIMITS.listBodyBytesMax }, async (request) =>
    changeList(deps, request.caller, request.params.list_id, request.body, request.signal),
  );
  app.delete(
    "/lists/:list_id",
    { schema: { ...base, summary: "Delete a list", response: { 204: z.null(), ...errorRepliesWithId } } },
    async (request, reply) => {
      await removeList(deps, request.caller, request.params.list_id);
      return reply.code(204).send(null);
    },
  );
}
