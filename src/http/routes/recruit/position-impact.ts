/** PUT, DELETE /positions/{position_id}/groups; GET …/impact: impact ratios by groups that the employer provides. */
import { z } from "zod";
import { idShape } from "#contract/ids.ts";
import { GroupsBody, GroupsReply, Impact } from "#contract/recruiting/impact.ts";
import type { App } from "#http/app.ts";
import type { PositionDeps } from "#http/http-deps.ts";
import { errorRepliesWithId, security } from "#http/replies.ts";
import { positionImpact, removeGroups, storeGroups } from "#recruiting/impact/impact.ts";

const base = { tags: ["positions"], security, params: z.object({ position_id: idShape("pos") }) };
const store = { ...base, summary: "Store groups of applicants", body: GroupsBody, response: { 200: GroupsReply, ...errorRepliesWithId } };
const remove = { ...base, summary: "Delete the groups of applicants", response: { 204: z.null(), ...errorRepliesWithId } };
const read = {
  ...base,
  summary: "Impact ratios by group",
  querystring: z.object({
    score_at_least: z.coerce.number().int().min(0).max(100).optional().describe("Who reaches this score counts as selected."),
    leave_out_small: z.enum(["true", "false"]).default("false").describe("Whether groups below 2 % have no ratio and are no reference."),
  }),
  response: { 200: Impact, ...errorRepliesWithId },
};

export function positionImpactRoutes(app: App, { db }: Pick<PositionDeps, "db">): void {
  app.put("/positions/:position_id/groups", { schema: store }, async (request) =>
    storeGroups(db, request.caller, request.params.position_id, request.body),
  );
  app.delete("/positions/:position_id/groups", { schema: remove }, async (request, reply) => {
    await removeGroups(db, request.caller, request.params.position_id);
    return reply.code(204).send(null);
  });
  app.get("/positions/:position_id/impact", { schema: read }, async (request) => {
    const { score_at_least, leave_out_small } = request.query;
    const ask = { scoreAtLeast: score_at_least ?? null, leaveOutSmall: leave_out_small === "true" };
    return positionImpact(db, request.accountId, request.params.position_id, ask);
  });
}
