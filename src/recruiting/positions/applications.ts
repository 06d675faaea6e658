/** Applications of a position as callers see them: the list by score, one with its evidence, and its pages as pictures. */
import { ApiError } from "#contract/errors.ts";
import type { Application, ApplicationList, ApplicationRecord } from "#contract/recruiting/position.ts";
import { TaskFailure } from "#contract/task-errors.ts";
import type { DocumentReader } from "#documents/read-document.ts";
import { hasOwnPages } from "#documents/sniff.ts";
import type { Blobs } from "#platform/blobs/blobs.ts";
import type { Db } from "#platform/postgres/db.ts";
import { findEvaluation } from "#recruiting/evaluations.store.ts";
import { type ApplicationRow, type ApplicationSortKey, findApplication, findReading, listApplications } from "./applications.store.ts";
import { findSkills } from "./positions.store.ts";
import { foundPosition } from "./positions.ts";

type Deps = { db: Db; blobs: Blobs; reader: DocumentReader; publicUrl: string };

/** A page of the list; `next`: the sort key of its last row, null when nothing comes after it. Throws ApiError 404. */
export async function applicationsOf(
  { db, publicUrl }: Pick<Deps, "db" | "publicUrl">,
  accountId: string,
  positionId: string,
  { after, limit }: { after: ApplicationSortKey | null; limit: number },
): Promise<Pick<ApplicationList, "applications" | "skills"> & { next: ApplicationSortKey | null }> {
  const skills = foundPosition(await findSkills(db, accountId, positionId));
  const rows = await listApplications(db, positionId, { after, limit: limit + 1 });
  const page = rows.slice(0, limit);
  return {
    applications: page.map((row) => applicationOf(row, publicUrl)),
    skills: skills.map(({ name }) => name),
    next: rows.length > limit ? (page.at(-1)?.sortKey ?? null) : null,
  };
}

/** Throws ApiError 404. */
export async function applicationRecord(deps: Pick<Deps, "db" | "publicUrl">, accountId: string, id: string): Promise<ApplicationRecord> {
  const row = await requireApplication(deps.db, accountId, id);
  const evaluation = row.evaluationId === null ? null : await findEvaluation(deps.db, accountId, row.evaluationId);
  const explanation = evaluation?.explanation ?? {};
  const drawable = hasPictures(row);
  const { resume, pages } = await findReading(deps.db, accountId, id);
  const evidence = Object.entries(explanation).map(([skill, { counted }]) => {
    const places = counted.map(({ page, text, bbox }) => ({ page, text, bbox }));
    return [skill, drawable ? places : []] as const;
  });
  return {
    application: applicationOf(row, deps.publicUrl),
    resume,
    explanation,
    profile: evaluation?.profile ?? null,
    document: { page_count: row.pageCount ?? 0, pages: drawable ? pages : [] },
    evidence: Object.fromEntries(evidence),
  };
}

/** A PNG of one page of the résumé. Throws ApiError 404. */
export async function applicationPage(
  { db, blobs, reader }: Omit<Deps, "publicUrl">,
  accountId: string,
  id: string,
  ask: { page: number; widthPx: number },
  signal: AbortSignal,
): Promise<Buffer> {
  const row = await requireApplication(db, accountId, id);
  if (row.readState !== "succeeded") throw none("The résumé has not been read, so that it has no pages to draw.");
  if (!hasPictures(row))
    throw none("This résumé is a DOCX or TXT, which has no pages to draw. Download it at GET /resumes/{application_id}/file.");
  const bytes = row.blobKey === null ? null : await blobs.get(row.blobKey);
  if (bytes === null) throw none("The file of this application was deleted, or its retention time is over.");
  try {
    return await reader.renderPage(bytes, ask, signal);
  } catch (error) {
    if (error instanceof TaskFailure && error.code !== "internal") throw none(error.publicMessage);
    throw error;
  }
}

const none = (detail: string) => new ApiError("not_found", { detail });

async function requireApplication(db: Db, accountId: string, id: string): Promise<ApplicationRow> {
  const row = await findApplication(db, accountId, id);
  if (!row) throw none("No application with this id exists among your positions.");
  return row;
}

function applicationOf(row: ApplicationRow, publicUrl: string): Application {
  const status = statusOf(row);
  return {
    application_id: row.id,
    job_id: row.batchId,
    index: row.index,
    filename: row.filename,
    resume_url: row.url ?? `${publicUrl}/api/recruit/v1/resumes/${row.id}/file`,
    status,
    error: status === "failed" && row.errorCode !== null ? { code: row.errorCode, message: row.errorMessage ?? "" } : null,
    name: row.summary?.application_name ?? "",
    email: row.summary?.email ?? "",
    phone: row.summary?.phone ?? "",
    overall_score: row.overallScore,
    skills: row.skills ?? {},
    evaluation_id: row.evaluationId,
    evaluated_at: row.evaluatedAt?.toISOString() ?? null,
    // An evaluation repeats what was said of the reading.
    warnings: row.warnings ?? row.summary?.warnings ?? [],
  };
}

function statusOf({ readState, state }: ApplicationRow): Application["status"] {
  if (readState !== "succeeded") return readState;
  return state ?? "evaluating";
}

/** Files of flowing text have a page that was made for reading, which is never shown. */
const hasPictures = ({ mimeType }: ApplicationRow): boolean => hasOwnPages(mimeType);
