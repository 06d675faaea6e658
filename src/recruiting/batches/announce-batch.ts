/** The webhook of a batch of résumés that is complete. */
import type { ExtractionStatus } from "#contract/recruiting/batch.ts";
import type { Tx } from "#platform/postgres/db.ts";
import type { Queue } from "#platform/queue/queue.ts";
import { announce } from "#webhooks/announce.ts";
import { findBatch } from "./batch-rows.store.ts";
import type { CountedBatch } from "./batches.store.ts";
import { statusOf } from "./status.ts";

/** Does nothing for a batch without a callback URL. */
export async function announceBatch(tx: Tx, deps: { queue: Queue; publicUrl: string }, batch: CountedBatch): Promise<void> {
  if (batch.callback_url === null) return;
  const row = await findBatch(tx, batch.account_id, batch.id);
  if (!row) return;
  const status = statusOf(row, deps.publicUrl);
  await announce(tx, deps.queue, {
    accountId: batch.account_id,
    about: { batchId: batch.id },
    url: batch.callback_url,
    type: "resume_job.completed",
    timestamp: status.completed_at ?? status.created_at,
    data: shorterAndShorter(status, deps.publicUrl),
  });
}

/** Over the limit of a payload the résumés go, then the lists, and the rest says where the whole is. */
function* shorterAndShorter(status: ExtractionStatus, publicUrl: string): Generator<object> {
  yield status;
  const result_url = `${publicUrl}/api/recruit/v1/extraction-status/${status.job_id}`;
  const withoutResumes = status.successful_extractions.map(({ resume: _resume, warnings: _warnings, ...rest }) => rest);
  yield { ...status, successful_extractions: withoutResumes, result_url };
  const { successful_extractions: _successes, failed_extractions: _failures, ...counts } = status;
  yield { ...counts, result_url };
}
