/** GET /positions/{position_id}/audit-export: what an auditor gets of a position, as JSON Lines. */
import { Readable } from "node:stream";
import { z } from "zod";
import { idShape } from "#contract/ids.ts";
import type { App } from "#http/app.ts";
import type { PositionDeps } from "#http/http-deps.ts";
import { errorRepliesWithId, security } from "#http/replies.ts";
import { auditExport } from "#recruiting/audit-export.ts";

const schema = {
  tags: ["positions"],
  security,
  params: z.object({ position_id: idShape("pos") }),
  summary: "Evaluations and audit lines of a position, for an auditor",
  response: {
    200: { description: "A record on each line", content: { "application/x-ndjson": { schema: z.string() } } },
    ...errorRepliesWithId,
  },
};

export function positionAuditExport(app: App, deps: Pick<PositionDeps, "db" | "systemDb">): void {
  app.get("/positions/:position_id/audit-export", { schema, exposeHeadRoute: false }, async (request, reply) => {
    const id = request.params.position_id;
    const lines = await auditExport(deps, request.caller, id);
    reply.serializer((payload: string) => payload);
    return reply
      .type("application/x-ndjson; charset=utf-8")
      .header("content-disposition", `attachment; filename="${id}-audit.jsonl"`)
      .header("cache-control", "private, no-store")
      .send(Readable.from(lines, { objectMode: false }) as never);
  });
}
