/** Evaluates one résumé while the caller waits: find it, read it if that was not done, score, keep résumé and evaluation, answer. */
import { answeringFailures } from "#contract/answer-failures.ts";
import { decodeBase64 } from "#contract/base64.ts";
import { ApiError } from "#contract/errors.ts";
import type { EvaluateBody, EvaluateReply, EvaluationRecord } from "#contract/recruiting/evaluate.ts";
import type { Caller } from "#platform/audit.store.ts";
import type { Blobs } from "#platform/blobs/blobs.ts";
import { sentKey } from "#platform/blobs/keys.ts";
import { checkUrl } from "#platform/fetch/check-url.ts";
import { fetchFile } from "#platform/fetch/fetch-file.ts";
import type { FetchRules } from "#platform/fetch/guarded-fetch.ts";
import { type ChooseDeps, chooseProvider } from "#platform/models/choose.ts";
import type { Db, Tx } from "#platform/postgres/db.ts";
import { CommitUnknown, transaction } from "#platform/postgres/transaction.ts";
import { sha256 } from "#platform/sha256.ts";
import { type TakeBytes, uploadedBytes } from "#uploads/use-upload.ts";
import { evaluationOf, writeEvaluation } from "./evaluation-record.ts";
import { jobTextOf } from "./job-description.ts";
import { openStored, type ResumeToScore, type Unread } from "./kept-claims.ts";
import { deleteResumeFile, keepReading } from "./kept-reading.ts";
import { answeringProviders } from "./models/ask-once.ts";
import { type ScoreDeps, type Scored, scoreResume } from "./score-resume.ts";
import { findStoredResume } from "./stored-resumes.store.ts";

export type EvaluateDeps = ScoreDeps & ChooseDeps & { db: Db; blobs: Blobs; fetchRules: FetchRules };

/** `name`: the property that brought it. `stored`: where its file is, or the file that has yet to be stored. */
type Source = { name: string; url: string | null; resume: ResumeToScore; stored: { blobKey: string } | { file: Buffer } };

/** Who waits for the answer. `take` reserves memory for a file that the request names. */
type EvaluationAsked = { caller: Caller; take: TakeBytes; signal: AbortSignal };

/** `keep` runs in the transaction that stores the evaluation. Throws ApiError 400. */
export async function evaluateResume(
  deps: EvaluateDeps,
  { caller, take, signal }: EvaluationAsked,
  body: EvaluateBody,
  keep: (tx: Tx, answer: EvaluateReply) => Promise<void>,
): Promise<EvaluateReply> {
  const { accountId } = caller;
  const { description = null, description_file_url: adUrl = null, required_skills: skills } = body.job_details;
  checkAdUrl(deps, body.job_details);
  const provider = await chooseProvider(deps, accountId, body.provider ?? null);
  const source = await sourceOf(deps, { accountId, take, signal }, body);
  const job = await jobTextOf(deps, { description, url: adUrl }, signal);
  const score = () => scoreResume(deps, accountId, { resume: source.resume, provider, jobText: job.text, skills }, signal);
  const scored = await answeringFailures(source.name, () => answeringProviders(score));
  const about = { jobId: body.job_id, applicationId: body.application_id, url: source.url, provider, skills, job };
  const { answer, record } = evaluationOf(scored, about);
  await storeEvaluation(deps, caller, { source, scored, record }, (tx) => keep(tx, answer));
  return answer;
}

/** `keep` runs in the same transaction. */
async function storeEvaluation(
  deps: Pick<EvaluateDeps, "db" | "blobs" | "retentionDays">,
  caller: Caller,
  { source, scored, record }: { source: Source; scored: Scored; record: EvaluationRecord },
  keep: (tx: Tx) => Promise<void>,
): Promise<void> {
  const { stored } = source;
  const days = Math.max(1, deps.retentionDays);
  const blobKey = "blobKey" in stored ? stored.blobKey : sentKey(caller.accountId, record.evaluation_id);
  if ("file" in stored) {
    await deps.blobs.put(blobKey, stored.file);
    await keepReading(deps.blobs, blobKey, scored.reading);
  }
  const storing = transaction(deps.db, async (tx) => {
    const replaced = await writeEvaluation(tx, caller, { blobKey, claims: scored.claims, record }, days);
    await keep(tx);
    return replaced;
  });
  const gone = await storing.catch(async (error: unknown) => {
    if ("file" in stored && !(error instanceof CommitUnknown)) await deleteResumeFile(deps.blobs, blobKey);
    throw error;
  });
  if (gone !== null) await deleteResumeFile(deps.blobs, gone);
}

async function sourceOf(
  deps: EvaluateDeps,
  { accountId, take, signal }: { accountId: string } & Omit<EvaluationAsked, "caller">,
  body: EvaluateBody,
): Promise<Source> {
  const { resume_url: url, resume_text: text, resume_file: file } = body;
  if (url != null) {
    const bytes = await answeringFailures("resume_url", () => fetchFile(url, deps.fetchRules, signal));
    return sent("resume_url", bytes, { are: "file", url });
  }
  if (text != null) return sent("resume_text", Buffer.from(text), { are: "text" });
  if (file?.upload_id != null)
    return sent("resume_file.upload_id", await uploadedBytes(deps, accountId, file.upload_id, take), { are: "file" });
  if (file != null) return sent("resume_file.content", bytesOf(file.content ?? ""), { are: "file" });
  const stored = await findStoredResume(deps.db, accountId, body.application_id);
  const resume = stored && (await openStored(deps.blobs, stored));
  if (!stored || !resume) {
    throw new ApiError("resume_missing", {
      detail:
        "There is no résumé to evaluate: `resume_url`, `resume_text` and `resume_file` were not sent, and none is stored under this " +
        "`application_id`. Send one of the three, or the `application_id` of a batch or of an earlier evaluation.",
    });
  }
  return { name: "application_id", url: stored.url, resume, stored };
}

async function sent(name: string, file: Buffer, { are, url = null }: { are: Unread["are"]; url?: string | null }): Promise<Source> {
  return { name, url, resume: { are, bytes: file, sha256: await sha256(file) }, stored: { file } };
}

function bytesOf(content: string): Buffer {
  if (content.trim() === "") throw new ApiError("empty_document", { detail: "`resume_file.content` is empty." });
  try {
    return decodeBase64(content);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const detail = error.code === "invalid_base64" ? "It is not valid base64." : error.detail;
    throw new ApiError(error.code, { detail: `\`resume_file.content\`: ${detail}`, cause: error });
  }
}

/** An ad that cannot be had is a warning, but one that may not be fetched is the caller's mistake, as everywhere. */
function checkAdUrl({ fetchRules }: EvaluateDeps, { description, description_file_url: url }: EvaluateBody["job_details"]): void {
  const isUsed = url != null && (description ?? "").trim() === "";
  const verdict = isUsed ? checkUrl(url, fetchRules.allowed) : null;
  if (verdict && !verdict.ok) throw new ApiError("url_not_allowed", { detail: `\`job_details.description_file_url\`: ${verdict.why}` });
}
