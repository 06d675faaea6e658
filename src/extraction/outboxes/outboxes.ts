/** Outboxes as an account makes, pauses and deletes them. */
import { bucketPlace } from "#contract/buckets.ts";
import { ApiError } from "#contract/errors.ts";
import { LIMITS } from "#contract/limits.ts";
import type { OutboxBody, OutboxRecord } from "#contract/outboxes.ts";
import { sealedBucket } from "#extraction/sealed-bucket.ts";
import { type Caller, recordAudit } from "#platform/audit.store.ts";
import { whyOfBucket } from "#platform/blobs/guarded-bucket.ts";
import type { FetchRules } from "#platform/fetch/guarded-fetch.ts";
import type { Db } from "#platform/postgres/db.ts";
import { transaction } from "#platform/postgres/transaction.ts";
import type { SecretBox } from "#platform/secret-box.ts";
import { findTemplate } from "#templates/templates.store.ts";
import { openBucketTarget } from "./bucket-target.ts";
import {
  countWrites,
  deleteOutbox,
  findOutbox,
  insertOutbox,
  listOutboxes,
  type NewOutbox,
  type Outbox,
  setOutboxPaused,
} from "./outboxes.store.ts";

export type OutboxDeps = { db: Db; secretBox: SecretBox; fetchRules: FetchRules };

/** Written when an outbox is made, so that a mistake is found then; a name that no task has. */
const MARK = ".winnow";

/** Throws ApiError 400. */
export async function createBucketOutbox(deps: OutboxDeps, caller: Caller, body: OutboxBody): Promise<OutboxRecord> {
  const { bucket, name, template_id, only_reviewed } = body;
  await refuseUnusable(deps.db, caller.accountId, template_id ?? null);
  try {
    await using target = await openBucketTarget(bucket, deps.fetchRules);
    await target.write(MARK, "Winnow writes the records of finished tasks here.\n");
  } catch (error) {
    throw new ApiError("bucket_unreachable", { detail: `Nothing could be written to the bucket. ${whyOfBucket(error)}` });
  }
  const settings = { kind: "bucket" as const, ...sealedBucket(deps.secretBox, bucket) };
  return createOutbox(deps.db, caller, { name, settings, templateId: template_id ?? null, onlyReviewed: only_reviewed });
}

/** Throws ApiError 400. */
export async function createOutbox(db: Db, caller: Caller, outbox: Omit<NewOutbox, "accountId">): Promise<OutboxRecord> {
  const { accountId } = caller;
  await refuseUnusable(db, accountId, outbox.templateId);
  const id = await transaction(db, async (tx) => {
    const made = await insertOutbox(tx, { accountId, ...outbox });
    await recordAudit(tx, caller, "outbox.created", made);
    return made;
  });
  return outboxOf(db, accountId, id);
}

async function refuseUnusable(db: Db, accountId: string, templateId: string | null): Promise<void> {
  if (templateId !== null && (await findTemplate(db, accountId, templateId)) === null) throw new ApiError("template_unknown");
  if ((await listOutboxes(db, accountId)).length >= LIMITS.outboxesMax) throw new ApiError("too_many_outboxes");
}

/** Throws ApiError 404. */
export const outboxOf = async (db: Db, accountId: string, id: string): Promise<OutboxRecord> =>
  outboxRecordOf(db, await required(db, accountId, id));

export const outboxesOf = async (db: Db, accountId: string): Promise<OutboxRecord[]> =>
  Promise.all((await listOutboxes(db, accountId)).map((outbox) => outboxRecordOf(db, outbox)));

/** What finishes while it is paused is written afterwards. Throws ApiError 404. */
export async function pauseOutbox(db: Db, accountId: string, id: string, paused: boolean): Promise<OutboxRecord> {
  await required(db, accountId, id);
  await setOutboxPaused(db, accountId, id, paused);
  return outboxOf(db, accountId, id);
}

/** What was written stays; what waits is not written any more. Throws ApiError 404. */
export async function removeOutbox(db: Db, caller: Caller, id: string): Promise<void> {
  await required(db, caller.accountId, id);
  await transaction(db, async (tx) => {
    await deleteOutbox(tx, caller.accountId, id);
    await recordAudit(tx, caller, "outbox.deleted", id);
  });
}

async function required(db: Db, accountId: string, id: string): Promise<Outbox> {
  const outbox = await findOutbox(db, accountId, id);
  if (!outbox) throw new ApiError("not_found", { detail: "No outbox with this id exists." });
  return outbox;
}

export async function outboxRecordOf(db: Db, outbox: Outbox): Promise<OutboxRecord> {
  const { id, name, settings, templateId, onlyReviewed, paused, problem, createdAt } = outbox;
  return {
    outbox_id: id,
    name,
    kind: settings.kind,
    place: settings.kind === "folder" ? settings.path : bucketPlace(settings),
    template_id: templateId,
    only_reviewed: onlyReviewed,
    paused,
    problem,
    waiting: await countWrites(db, id),
    created_at: createdAt.toISOString(),
  };
}
