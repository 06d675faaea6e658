/** GET /resumes/{application_id}: one résumé of a batch with its evidence; …/file: the file as sent; …/redacted.pdf: a copy without the person. */
import { z } from "zod";
import { idShape } from "#contract/ids.ts";
import { LIMITS } from "#contract/limits.ts";
import { ResumeRecord } from "#contract/recruiting/batch.ts";
import type { App } from "#http/app.ts";
import type { PositionDeps } from "#http/http-deps.ts";
import { errorRepliesWithId, security } from "#http/replies.ts";
import { resumeFile, resumeRecord } from "#recruiting/batches/status.ts";
import { redactedCopy } from "#recruiting/redacted-copy.ts";

const base = { tags: ["recruiting"], security, params: z.object({ application_id: idShape("app") }) };
const EXTENSIONS: Record<string, string> = {
  "application/pdf": "pdf",
  "image/png": "png",
  "image/jpeg": "jpg",
  "text/plain": "txt",
  "application/vnd.openxmlformats-officedocument.wordprocessingml.document": "docx",
};
const file = {
  description: "The file",
  content: Object.fromEntries(Object.keys(EXTENSIONS).map((type) => [type, { schema: z.any() }])),
};

/** A copy is made of pictures of some 150 kB a page. */
const COPY_BYTES_MAX = 2 * LIMITS.documentBytesMax;
const copy = { description: "The redacted copy", content: { "application/pdf": { schema: z.any() } } };

export function resume(app: App, deps: Pick<PositionDeps, "db" | "blobs" | "publicUrl" | "reader" | "stopping">): void {
  const get = { ...base, summary: "Read a résumé with its evidence", response: { 200: ResumeRecord, ...errorRepliesWithId } };
  app.get("/resumes/:application_id", { schema: get }, async (request) =>
    resumeRecord(deps, request.accountId, request.params.application_id),
  );
  const getFile = { ...base, summary: "The original résumé", response: { 200: file, ...errorRepliesWithId } };
  app.get(
    "/resumes/:application_id/file",
    { schema: getFile, config: { answerBytesMax: LIMITS.documentBytesMax } },
    async (request, reply) => {
      const id = request.params.application_id;
      const { bytes, mimeType } = await resumeFile(deps, request.accountId, id);
      return reply
        .type(mimeType)
        .header("content-disposition", `attachment; filename="${id}.${EXTENSIONS[mimeType] ?? "bin"}"`)
        .header("cache-control", "private, no-store")
        .send(bytes);
    },
  );
  const getCopy = {
    ...base,
    summary: "A copy of the résumé that does not say who the person is",
    response: { 200: copy, ...errorRepliesWithId },
  };
  app.get(
    "/resumes/:application_id/redacted.pdf",
    { schema: getCopy, config: { answerBytesMax: COPY_BYTES_MAX } },
    async (request, reply) => {
      const id = request.params.application_id;
      const signal = AbortSignal.any([deps.stopping, request.signal]);
      const pdf = await redactedCopy(deps, request.caller, id, signal);
      return reply
        .type("application/pdf")
        .header("content-disposition", `attachment; filename="${id}-redacted.pdf"`)
        .header("cache-control", "private, no-store")
        .send(pdf);
    },
  );
}
