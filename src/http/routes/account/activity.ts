/** GET /activity: the account's audit lines with actor and address, newest first. */
import { z } from "zod";
import { listMembers } from "#accounts/members.store.ts";
import { Activity } from "#contract/account.ts";
import { Limit, NO_CURSOR } from "#contract/json.ts";
import type { App } from "#http/app.ts";
import type { AccountDeps } from "#http/http-deps.ts";
import { errorReplies } from "#http/replies.ts";
import { listAudit } from "#platform/audit.store.ts";

/** The number of the last line of the previous part of the list. */
const LineCursor = z
  .string()
  .regex(/^\d{1,15}$/, NO_CURSOR)
  .transform(Number);

const schema = {
  tags: ["account"],
  summary: "What was done in the account",
  querystring: z.object({ limit: Limit, cursor: LineCursor.optional().describe("`next_cursor` of the previous page.") }),
  response: { 200: Activity, ...errorReplies },
};

export function activity(app: App, { db }: Pick<AccountDeps, "db">): void {
  app.get("/activity", { schema }, async (request) => {
    const { limit, cursor } = request.query;
    const found = await listAudit(db, request.accountId, { before: cursor ?? null, limit: limit + 1 });
    const page = found.slice(0, limit);
    const last = page.at(-1);
    const emails = new Map((await listMembers(db, request.accountId)).map(({ personId, email }) => [`person:${personId}`, email]));
    return {
      lines: page.map(({ id: _, at, ...line }) => ({ at: at.toISOString(), ...line, person: emails.get(line.actor) ?? null })),
      next_cursor: found.length > limit && last ? String(last.id) : null,
    };
  });
}
