/** GET /applications/{application_id}: an application of a position with its evidence; …/pages/{n}.png: a page of its résumé. */
import { z } from "zod";
import { idShape } from "#contract/ids.ts";
import { ApplicationRecord } from "#contract/recruiting/position.ts";
import type { App } from "#http/app.ts";
import type { PositionDeps } from "#http/http-deps.ts";
import { PAGE_ADDRESS, PAGE_BYTES_MAX, pageNumber, pageQuery, pageReply, sendPage } from "#http/page-picture.ts";
import { errorRepliesWithId, security } from "#http/replies.ts";
import { applicationPage, applicationRecord } from "#recruiting/positions/applications.ts";

const params = z.object({ application_id: idShape("app") });
const base = { tags: ["positions"], security };
const page = {
  ...base,
  summary: "A rendered page of the résumé",
  params: params.extend({ n: pageNumber }),
  querystring: pageQuery,
  response: { 200: pageReply, ...errorRepliesWithId },
};

export function application(app: App, deps: Pick<PositionDeps, "db" | "blobs" | "reader" | "publicUrl" | "stopping">): void {
  const get = {
    ...base,
    summary: "Read an application with its evidence",
    params,
    response: { 200: ApplicationRecord, ...errorRepliesWithId },
  };
  app.get("/applications/:application_id", { schema: get }, async (request) =>
    applicationRecord(deps, request.accountId, request.params.application_id),
  );
  app.get(
    `/applications/:application_id${PAGE_ADDRESS}`,
    { schema: page, config: { answerBytesMax: PAGE_BYTES_MAX } },
    async (request, reply) => {
      const signal = AbortSignal.any([deps.stopping, request.signal]);
      const ask = { page: request.params.n, widthPx: request.query.width };
      const png = await applicationPage(deps, request.accountId, request.params.application_id, ask, signal);
      return sendPage(reply, png);
    },
  );
}
