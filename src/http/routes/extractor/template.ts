/** GET, PUT, DELETE /templates/{template_id}; GET …/versions; GET, DELETE …/memory; DELETE …/memory/{layout_id}. */
import { z } from "zod";
import { ApiError } from "#contract/errors.ts";
import { idShape } from "#contract/ids.ts";
import { TemplateBody, TemplateMemory, TemplateRecord, TemplateVersions } from "#contract/templates.ts";
import type { App } from "#http/app.ts";
import { errorRepliesWithId, security } from "#http/replies.ts";
import { forgetLayouts } from "#memory/forget.ts";
import { listLayouts } from "#memory/memory.store.ts";
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
      await forgetLayouts(db, request.caller, { template: request.params.template_id });
      return reply.code(204).send(null);
    },
  );
  app.get(
    "/templates/:template_id/versions",
    { schema: { ...base, summary: "All versions, newest first", response: { 200: TemplateVersions, ...errorRepliesWithId } } },
    async (request) => found(await listVersions(db, request.accountId, request.params.template_id)),
  );
  memory(app, db);
}

/** Layouts listed; a template with more is used for most kinds of documents there are. */
const LAYOUTS_MAX = 1_000;

function memory(app: App, db: Db): void {
  const params = base.params.extend({ layout_id: idShape("lay") });
  const gone = { 204: z.null(), ...errorRepliesWithId };
  app.get(
    "/templates/:template_id/memory",
    { schema: { ...base, summary: "Layouts that reviews taught", response: { 200: TemplateMemory, ...errorRepliesWithId } } },
    async ({ accountId, params: { template_id } }) => {
      found(await findTemplate(db, accountId, template_id));
      return { layouts: await listLayouts(db, { accountId, scope: template_id }, LAYOUTS_MAX) };
    },
  );
  app.delete(
    "/templates/:template_id/memory",
    { schema: { ...base, summary: "Forget all layouts of a template", response: gone } },
    async ({ caller, params: { template_id } }, reply) => {
      found(await findTemplate(db, caller.accountId, template_id));
      await forgetLayouts(db, caller, { template: template_id });
      return reply.code(204).send(null);
    },
  );
  app.delete(
    "/templates/:template_id/memory/:layout_id",
    { schema: { ...base, params, summary: "Forget a layout of a template", response: gone } },
    async ({ caller, params: { template_id, layout_id } }, reply) => {
      if ((await forgetLayouts(db, caller, { template: template_id, layout: layout_id })) === 0) throw new ApiError("not_found");
      return reply.code(204).send(null);
    },
  );
}
