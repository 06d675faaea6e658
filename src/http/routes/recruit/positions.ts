/** POST, GET /positions. */
import { z } from "zod";
import { cursorOf, Limit } from "#contract/json.ts";
import { Position, PositionBody, PositionList } from "#contract/recruiting/position.ts";
import type { App } from "#http/app.ts";
import type { PositionDeps } from "#http/http-deps.ts";
import { errorReplies, security } from "#http/replies.ts";
import { listPositions } from "#recruiting/positions/positions.store.ts";
import { createPosition } from "#recruiting/positions/positions.ts";

const base = { tags: ["positions"], security };

export function positions(app: App, deps: Pick<PositionDeps, "db" | "allowHosts">): void {
  app.post(
    "/positions",
    { schema: { ...base, summary: "Make a position", body: PositionBody, response: { 201: Position, ...errorReplies } } },
    async (request, reply) => reply.code(201).send(await createPosition(deps, request.accountId, request.body)),
  );
  const querystring = z.object({ limit: Limit, cursor: cursorOf("pos").optional() });
  app.get(
    "/positions",
    { schema: { ...base, summary: "List positions", querystring, response: { 200: PositionList, ...errorReplies } } },
    async (request) => {
      const { limit, cursor } = request.query;
      const found = await listPositions(deps.db, request.accountId, { after: cursor ?? null, limit: limit + 1 });
      const page = found.slice(0, limit);
      return { positions: page, next_cursor: found.length > limit ? (page.at(-1)?.position_id ?? null) : null };
    },
  );
}
