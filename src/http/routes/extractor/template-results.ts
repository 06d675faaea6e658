/** GET /templates/{template_id}/results. */
import { z } from "zod";
import { invalid } from "#contract/errors.ts";
import { idShape } from "#contract/ids.ts";
import { LIMITS } from "#contract/limits.ts";
import { templateResults as resultsOf } from "#extraction/template-results.ts";
import type { App } from "#http/app.ts";
import { errorRepliesWithId, security } from "#http/replies.ts";
import { filterOf, taskFilter } from "#http/task-filter.ts";
import type { Db } from "#platform/postgres/db.ts";
import { FORMATS } from "#spreadsheets/formats.ts";

const XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
const TYPES = { jsonl: "application/x-ndjson; charset=utf-8", csv: "text/csv; charset=utf-8", xlsx: XLSX } as const;
const asText = { schema: z.string() };

const schema = {
  tags: ["templates"],
  summary: "The results of its documents as a file",
  security,
  params: z.object({ template_id: idShape("tpl") }),
  querystring: z.object({
    format: z
      .enum(FORMATS)
      .default("jsonl")
      .describe("`jsonl`: a task on each line; `csv`; `xlsx`: a sheet of documents and one for each table."),
    table: z
      .string()
      .min(1)
      .max(LIMITS.searchCharactersMax)
      .optional()
      .describe("With `csv`: the table whose rows are wanted, such as `line_items`. Without it a row for each document."),
    ...taskFilter,
  }),
  response: {
    200: {
      description: "A result for each completed task, oldest first",
      content: { "application/x-ndjson": asText, "text/csv": asText, [XLSX]: { schema: z.any() } },
    },
    ...errorRepliesWithId,
  },
};

export function templateResults(app: App, { db }: { db: Db }): void {
  app.get("/templates/:template_id/results", { schema, exposeHeadRoute: false }, async (request, reply) => {
    const { format, table = null } = request.query;
    const { template_id } = request.params;
    if (table !== null && format !== "csv") throw invalid(["query", "table"], "A single table is given as CSV: add `format=csv`.");
    const asked = { templateId: template_id, filter: filterOf(request.query, request.session?.personId ?? null), format, table };
    const file = await resultsOf(db, request.accountId, asked);
    return reply
      .type(TYPES[format])
      .header("content-disposition", `attachment; filename="${template_id}.${format}"`)
      .header("cache-control", "private, no-store")
      .send(file as never);
  });
}
