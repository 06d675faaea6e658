/** PUT, GET, DELETE /uploads/{upload_id}. */
import type { IncomingMessage } from "node:http";
import type { FastifyRequest } from "fastify";
import { z } from "zod";
import { idShape } from "#contract/ids.ts";
import { UploadRecord } from "#contract/uploads.ts";
import type { App } from "#http/app.ts";
import { arriveFile } from "#http/body/arrive-file.ts";
import type { UploadRouteDeps } from "#http/http-deps.ts";
import { errorRepliesWithId, security } from "#http/replies.ts";
import { ConcurrencyLimiter } from "#platform/concurrency-limiter.ts";
import { checkSize, receiveUpload } from "#uploads/receive-upload.ts";
import { accountOfSignature } from "#uploads/upload-url.ts";
import { removeUpload, requireUpload, uploadRecord } from "#uploads/uploads.ts";

const base = { tags: ["uploads"], security, params: z.object({ upload_id: idShape("upl") }) };
/** Files that have arrived and are stored at a time: only these are in memory, however many arrive at once. */
const STORED_AT_ONCE = 2;
const record = { 200: UploadRecord, ...errorRepliesWithId };
const querystring = z.object({
  expires: z.string().max(20).optional().describe("Part of the upload's `url`."),
  signature: z.string().max(100).optional().describe("Part of the upload's `url`; without it the request needs a key."),
});

export function upload(app: App, deps: UploadRouteDeps): void {
  const { db, systemDb, keyedHash } = deps;
  const storing = new ConcurrencyLimiter();
  const signedBy = async ({ query, params }: FastifyRequest): Promise<string | null> => {
    const { data } = querystring.required().safeParse(query);
    const id = base.params.safeParse(params).data?.upload_id;
    return data && id !== undefined ? accountOfSignature({ db: systemDb, keyedHash }, id, data) : null;
  };
  const put = { ...base, summary: "Put the file of an upload", querystring, response: record };
  app.register(async (files) => {
    files.removeAllContentTypeParsers();
    files.addContentTypeParser("*", (_request, payload, done) => done(null, payload));
    files.put<{ Params: { upload_id: string } }>(
      "/uploads/:upload_id",
      { schema: put, config: { takesFile: true, signedBy } },
      async (request) => {
        const waiting = await requireUpload(db, request.accountId, request.params.upload_id);
        await using file = await arriveFile(request, request.body as IncomingMessage | undefined, (bytes) => checkSize(waiting, bytes));
        using _permit = await storing.take({ files: STORED_AT_ONCE }, { lane: request.accountId, signal: request.signal });
        return uploadRecord(await receiveUpload(deps, waiting, file));
      },
    );
  });
  const get = { ...base, summary: "Read an upload", response: record };
  app.get("/uploads/:upload_id", { schema: get }, async ({ accountId, params }) =>
    uploadRecord(await requireUpload(db, accountId, params.upload_id)),
  );
  const remove = { ...base, summary: "Delete an upload and its file", response: { 204: z.null(), ...errorRepliesWithId } };
  app.delete("/uploads/:upload_id", { schema: remove }, async (request, reply) => {
    await removeUpload(deps, request.caller, request.params.upload_id);
    return reply.code(204).send(null);
  });
}
