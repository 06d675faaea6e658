/** GET /applications/{application_id}/report: how an application was scored, for the candidate, as JSON or a page to print. */
import { z } from "zod";
import { idShape } from "#contract/ids.ts";
import { CandidateReport } from "#contract/recruiting/report.ts";
import type { App } from "#http/app.ts";
import type { PositionDeps } from "#http/http-deps.ts";
import { errorRepliesWithId, security } from "#http/replies.ts";
import { candidateReport } from "#recruiting/report/candidate-report.ts";
import { REPORT_POLICY } from "#recruiting/report/report-style.ts";

const schema = {
  tags: ["positions"],
  summary: "The candidate's report of an application",
  security,
  params: z.object({ application_id: idShape("app") }),
  querystring: z.object({ format: z.enum(["json", "html"]).default("json").describe("`html`: a page to read or print, in one file.") }),
  response: {
    200: {
      description: "The report",
      content: { "application/json": { schema: CandidateReport }, "text/html": { schema: z.string() } },
    },
    ...errorRepliesWithId,
  },
};

export function applicationReport(app: App, { db }: Pick<PositionDeps, "db">): void {
  app.get("/applications/:application_id/report", { schema, exposeHeadRoute: false }, async (request, reply) => {
    const { application_id } = request.params;
    const report = await candidateReport(db, request.caller, application_id);
    reply.header("cache-control", "private, no-store");
    if (request.query.format === "json") return reply.type("application/json; charset=utf-8").send(report as never);
    const { reportPage } = await import("#recruiting/report/report-page.ts");
    return reply
      .type("text/html; charset=utf-8")
      .header("content-security-policy", REPORT_POLICY)
      .header("content-disposition", `inline; filename="${application_id}-report.html"`)
      .send(reportPage(report) as never);
  });
}
