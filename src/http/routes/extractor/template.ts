/** GET, PUT, DELETE /templates/{template_id}; GET …/versions. */
import { z } from "zod";
import { idShape } from "#contract/ids.ts";
import { TemplateBody, TemplateRecord, TemplateVersions } from "#contract/templates.ts";
import type { App } from "#http/app.ts";
import { errorRepliesWithId, security } from "#http/replies.ts";
import type { Db } from "#platform/postgres/db.ts";
import { findTemplate, listVersions } from "#templates/templates.store.ts";
import { found, removeTemplate, updateTemplate } from "#templates/templates.ts";

const base = { tags: ["templates"], security, params: z.object({ template_id: idShape("tpl") }) };
const record = { 200: TemplateRecord, ...errorRepliesWithId };

export function template(app: App, { db }: { db: Db }): void {
  app.get("/templates/:template_id", { schema: { ...base, summary: "Read a template", response: record } }, async (request) =>
    found(await findTemplate(db, request.accountId, request.params.template_id)),
  );
  app.put(
    "/templates/:template_id",
    { schema: { ...base, summary: "Change a template: makes a new version", body: TemplateBody, response: record } },
    async (request) => updateTemplate(db, request.accountId, request.params.template_id, request.body),
  );
  app.delete(
    "/templates/:template_id",
    { schema: { ...base, summary: "Delete a template", response: { 204: z.null(), ...errorRepliesWithId } } },
    async (request, reply) => {
      await removeTemplate(db, request.caller, request.params.template_id);
      return reply.code(204).send(null);
    },
  );
  app.get(
    "/templates/:template_id/versions",
    { schema: { ...base, summary: "All versions, newest first", response: { 200: TemplateVersions, ...errorRepliesWithId } } },
    async (request) => {
      const versions = await listVersions(db, request.accountId, request.params.template_id);
      return { versions: found(versions.length > 0 ? versions : null) };
    },
  );
}
