/** POST, GET /templates. */
import { z } from "zod";
import { cursorOf, Limit } from "#contract/json.ts";
import { TemplateBody, TemplateList, TemplateRecord } from "#contract/templates.ts";
import type { App } from "#http/app.ts";
import { errorReplies, security } from "#http/replies.ts";
import type { Db } from "#platform/postgres/db.ts";
import { listTemplates } from "#templates/templates.store.ts";
import { createTemplate } from "#templates/templates.ts";

const base = { tags: ["templates"], security };

export function templates(app: App, { db }: { db: Db }): void {
  app.post(
    "/templates",
    { schema: { ...base, summary: "Save a template", body: TemplateBody, response: { 201: TemplateRecord, ...errorReplies } } },
    async (request, reply) => reply.code(201).send(await createTemplate(db, request.accountId, request.body)),
  );
  const querystring = z.object({ limit: Limit, cursor: cursorOf("tpl").optional() });
  app.get(
    "/templates",
    { schema: { ...base, summary: "List templates", querystring, response: { 200: TemplateList, ...errorReplies } } },
    async (request) => {
      const { limit, cursor } = request.query;
      const found = await listTemplates(db, request.accountId, { after: cursor ?? null, limit: limit + 1 });
      const page = found.slice(0, limit);
      return { templates: page, next_cursor: found.length > limit ? (page.at(-1)?.template_id ?? null) : null };
    },
  );
}
