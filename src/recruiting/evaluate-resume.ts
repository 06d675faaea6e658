/** Evaluates one résumé while the caller waits: find its bytes, read, score, keep résumé and evaluation, answer. */

import { answeringFailures } from "#contract/answer-failures.ts";
import { ApiError } from "#contract/errors.ts";
import { decodeBase64 } from "#contract/extraction.ts";
import { newId } from "#contract/ids.ts";
import type { EvaluateBody, EvaluateReply, EvaluationRecord } from "#contract/recruiting/evaluate.ts";
import type { Skill } from "#contract/recruiting/skill.ts";
import type { Warning } from "#contract/task.ts";
import { TaskFailure } from "#contract/task-errors.ts";
import type { DocumentReader } from "#documents/read-document.ts";
import { type Caller, recordAudit } from "#platform/audit.store.ts";
import type { Blobs } from "#platform/blobs/blobs.ts";
import { sentKey } from "#platform/blobs/keys.ts";
import { checkUrl } from "#platform/fetch/check-url.ts";
import { fetchFile } from "#platform/fetch/fetch-file.ts";
import type { FetchRules } from "#platform/fetch/guarded-fetch.ts";
import { type ChooseDeps, chooseProvider } from "#platform/models/choose.ts";
import type { Model } from "#platform/models/models.ts";
import type { Db, Tx } from "#platform/postgres/db.ts";
import { CommitUnknown, transaction } from "#platform/postgres/transaction.ts";
import { sha256 } from "#platform/sha256.ts";
import { insertEvaluation } from "./evaluations.store.ts";
import { BLIND, type ResumeBytes, SCORE } from "./in-reader/works.ts";
import { fetchJobDescription } from "./job-description.ts";
import { deleteResumeFile, keepReading, keptReading } from "./kept-reading.ts";
import { answeringProviders, usageOf } from "./models/ask-once.ts";
import { type Judged, judgeSkills } from "./models/judge-skills.ts";
import { findStoredResume, keepResume } from "./stored-resumes.store.ts";

export type EvaluateDeps = ChooseDeps & {
  db: Db;
  blobs: Blobs;
  reader: DocumentReader;
  fetchRules: FetchRules;
  retentionDays: number;
};

/** `blobKey` is null for what has yet to be stored. */
type Source = { name: string; bytes: Buffer; url: string | null; are: "file" | "text"; blobKey: string | null };
/** What of it is read: itself, or what was read of it before. `kept` is what has to be kept of the reading. */
type Readable = ResumeBytes & { bytes: Buffer; kept: string | null };

/** What is to be stored, and what the caller is told of it. */
export type Evaluated = { source: Source; kept: string | null; record: EvaluationRecord; answer: EvaluateReply };

/** `keep` runs in the transaction that stores the evaluation. Throws ApiError 400. */
export async function evaluateResume(
  deps: EvaluateDeps,
  caller: Caller,
  body: EvaluateBody,
  signal: AbortSignal,
  keep: (tx: Tx, answer: EvaluateReply) => Promise<void>,
): Promise<EvaluateReply> {
  checkAdUrl(deps, body.job_details);
  const evaluated = await evaluateOnly(deps, caller.accountId, body, signal);
  await storeEvaluation(deps, caller, evaluated, (tx) => keep(tx, evaluated.answer));
  return evaluated.answer;
}

/** Changes nothing. Throws ApiError 400. */
export async function evaluateOnly(deps: EvaluateDeps, accountId: string, body: EvaluateBody, signal: AbortSignal): Promise<Evaluated> {
  const provider = await chooseProvider(deps, accountId, body.provider ?? null);
  const source = await sourceOf(deps, accountId, body, signal);
  const job = await jobTextOf(deps, body, signal);
  const asked = body.job_details.required_skills;
  const model = provider === "local" ? null : deps.models.modelFor(provider, accountId);
  const { judged, readable } = await judgedBy(deps, accountId, model, { source, asked }, signal);
  const ask = {
    are: readable.are,
    jobText: job.text,
    skills: asked,
    ...(judged?.judgements ? { judgements: [...judged.judgements] } : {}),
  };
  const scored = await answeringFailures(source.name, () => deps.reader.work(SCORE, ask, readable.bytes, signal));
  const { evaluation, ofReading, incomplete } = scored;
  const { skills, explanation, overallScore, warnings, rulesVersion, taxonomyVersion } = evaluation;
  const answer: EvaluateReply = {
    skills,
    evaluation_date: new Date().toISOString(),
    evaluation_id: newId("eval"),
    engine: provider,
    provider: model?.provider ?? null,
    model: model?.name ?? null,
    usage: usageOf(model),
    rules_version: rulesVersion,
    overall_score: overallScore,
    warnings: [...ofReading, ...(judged?.warnings ?? []), ...warnings, ...incomplete, ...job.warnings],
    explanation,
  };
  const record: EvaluationRecord = {
    ...answer,
    job_id: body.job_id,
    application_id: body.application_id,
    resume_url: source.url,
    document_sha256: await sha256(source.bytes),
    taxonomy_version: taxonomyVersion,
    required_skills: asked,
  };
  return { source, kept: readable.kept ?? scored.kept, record, answer };
}

/** A model sees the blinded lines only. A résumé without any has nothing to judge. Without a model nothing is read yet. */
async function judgedBy(
  deps: EvaluateDeps,
  accountId: string,
  model: Model | null,
  { source, asked }: { source: Source; asked: readonly Skill[] },
  signal: AbortSignal,
): Promise<{ judged: Judged | null; readable: Readable }> {
  const readable = await readableOf(deps, source);
  if (model === null) return { judged: null, readable };
  const { lines, kept } = await answeringFailures(source.name, () =>
    deps.reader.work(BLIND, { are: readable.are }, readable.bytes, signal),
  );
  const judge = () => judgeSkills(deps, accountId, model, { lines, skills: asked }, signal);
  const judged = lines.length === 0 ? null : await answeringProviders(judge);
  return { judged, readable: kept === null ? readable : { are: "kept", bytes: Buffer.from(kept, "base64"), kept } };
}

/** What was kept of a stored résumé, or its bytes. */
async function readableOf({ blobs }: EvaluateDeps, { bytes, are, blobKey }: Source): Promise<Readable> {
  const read = blobKey === null ? null : await keptReading(blobs, blobKey);
  return read === null ? { are, bytes, kept: null } : { are: "kept", bytes: read, kept: null };
}

/** `keep` runs in the same transaction. */
async function storeEvaluation(
  deps: Pick<EvaluateDeps, "db" | "blobs" | "retentionDays">,
  caller: Caller,
  { source, kept, record }: Omit<Evaluated, "answer">,
  keep: (tx: Tx) => Promise<void>,
): Promise<void> {
  const days = Math.max(1, deps.retentionDays);
  const blobKey = source.blobKey ?? sentKey(caller.accountId, record.evaluation_id);
  if (source.blobKey === null) {
    await deps.blobs.put(blobKey, source.bytes);
    await keepReading(deps.blobs, blobKey, kept);
  }
  const storing = transaction(deps.db, async (tx) => {
    const replaced = await writeEvaluation(tx, caller, { blobKey, url: source.url, record }, days);
    await keep(tx);
    return replaced;
  });
  const gone = await storing.catch(async (error: unknown) => {
    if (source.blobKey === null && !(error instanceof CommitUnknown)) await deleteResumeFile(deps.blobs, blobKey);
    throw error;
  });
  if (gone !== null) await deleteResumeFile(deps.blobs, gone);
}

/** Gives the file that nothing needs any more, if any. */
export async function writeEvaluation(
  tx: Tx,
  caller: Caller,
  { blobKey, url, record }: { blobKey: string; url: string | null; record: EvaluationRecord },
  keepDays: number,
): Promise<string | null> {
  const { accountId } = caller;
  const gone = await keepResume(tx, accountId, { applicationId: record.application_id, blobKey, url }, keepDays);
  await insertEvaluation(tx, accountId, record, keepDays);
  await recordAudit(tx, caller, "evaluation.created", record.evaluation_id);
  return gone;
}

async function sourceOf(deps: EvaluateDeps, accountId: string, body: EvaluateBody, signal: AbortSignal): Promise<Source> {
  const { resume_url: url, resume_text: text, resume_file: file } = body;
  if (url != null) {
    const bytes = await answeringFailures("resume_url", () => fetchFile(url, deps.fetchRules, signal));
    return { name: "resume_url", bytes, url, are: "file", blobKey: null };
  }
  if (text != null) return { name: "resume_text", bytes: Buffer.from(text), url: null, are: "text", blobKey: null };
  if (file != null) return { name: "resume_file.content", bytes: bytesOf(file.content), url: null, are: "file", blobKey: null };
  const stored = await findStoredResume(deps.db, accountId, body.application_id);
  const bytes = stored && (await deps.blobs.get(stored.blobKey));
  if (!stored || !bytes) {
    throw new ApiError("resume_missing", {
      detail:
        "There is no résumé to evaluate: `resume_url`, `resume_text` and `resume_file` were not sent, and none is stored under this " +
        "`application_id`. Send one of the three, or the `application_id` of a batch or of an earlier evaluation.",
    });
  }
  return { name: "application_id", bytes, url: stored.url, are: "file", blobKey: stored.blobKey };
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

/** Only tells copied text apart from the person's own, so that a file that cannot be had is a warning. */
async function jobTextOf(deps: EvaluateDeps, body: EvaluateBody, signal: AbortSignal): Promise<{ text: string; warnings: Warning[] }> {
  const { description, description_file_url: url } = body.job_details;
  if (description != null && description.trim() !== "") return { text: description, warnings: [] };
  if (url == null) return { text: "", warnings: [] };
  try {
    return { text: await fetchJobDescription(deps, url, signal), warnings: [] };
  } catch (error) {
    if (!(error instanceof TaskFailure)) throw error;
    const message = `The job description could not be read, so that text copied from it was not looked for: ${error.publicMessage}`;
    return { text: "", warnings: [{ code: "job_description_unread", path: null, message }] };
  }
}
