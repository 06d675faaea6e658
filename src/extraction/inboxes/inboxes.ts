/** Inboxes as an account makes, pauses and deletes them. */
import { type BucketSettings, bucketPlace } from "#contract/buckets.ts";
import { ApiError, invalid } from "#contract/errors.ts";
import type { InboxBody, InboxItem, InboxRecord, MailboxSettings } from "#contract/inboxes.ts";
import { LIMITS } from "#contract/limits.ts";
import { sealedBucket } from "#extraction/sealed-bucket.ts";
import { planFor } from "#extraction/submit.ts";
import { type Caller, recordAudit } from "#platform/audit.store.ts";
import { whyOfBucket } from "#platform/blobs/guarded-bucket.ts";
import { isAllowedHost } from "#platform/fetch/checked-address.ts";
import type { FetchRules } from "#platform/fetch/guarded-fetch.ts";
import type { Db } from "#platform/postgres/db.ts";
import { transaction } from "#platform/postgres/transaction.ts";
import type { SecretBox } from "#platform/secret-box.ts";
import { openBucketSource } from "./bucket-source.ts";
import { deleteInbox, findInbox, type Inbox, insertInbox, listInboxes, listItems, setPaused } from "./inboxes.store.ts";
import { openMailboxSource } from "./mailbox-source.ts";
import type { InboxSettings } from "./tables.ts";

export type InboxDeps = { db: Db; secretBox: SecretBox; fetchRules: FetchRules };

const AUTO = "auto";
/** RFC 3501, RFC 8314. */
const MAIL_PORTS = [143, 993];
/** For the first look at a bucket, while its owner waits. */
const LIST_MS_MAX = 30_000;

/** The mailbox or bucket is opened once, so that a mistake is found now. Throws ApiError 400. */
export async function createInboxOf(deps: InboxDeps, caller: Caller, body: InboxBody): Promise<InboxRecord> {
  const { name, template_id: template, mailbox, bucket, senders } = body;
  if (mailbox != null) return createMailbox(deps, caller, { name, template, mailbox, senders: senders ?? [] });
  if (bucket != null) return createBucket(deps, caller, { name, template, bucket });
  throw invalid(["body", "mailbox"], "Give a mailbox or a bucket, one of the two.");
}

type NewBucket = { name: string; template: string; bucket: BucketSettings };

async function createBucket(deps: InboxDeps, caller: Caller, { name, template, bucket }: NewBucket): Promise<InboxRecord> {
  await refuseWhenMany(deps.db, caller.accountId);
  try {
    await using source = await openBucketSource(bucket, deps.fetchRules);
    for await (const _ of source.items(AbortSignal.timeout(LIST_MS_MAX))) break;
  } catch (error) {
    throw new ApiError("bucket_unreachable", { detail: `The bucket could not be listed. ${whyOfBucket(error)}` });
  }
  const settings = { kind: "bucket" as const, ...sealedBucket(deps.secretBox, bucket) };
  return createInbox(deps.db, caller, { name, template, settings, senders: [] });
}

type NewMailbox = { name: string; template: string; mailbox: MailboxSettings; senders: string[] };

async function createMailbox(deps: InboxDeps, caller: Caller, { name, template, mailbox, senders }: NewMailbox): Promise<InboxRecord> {
  const { allowed } = deps.fetchRules;
  if (!isAllowedHost(allowed, mailbox.host) && (mailbox.security === "none" || !MAIL_PORTS.includes(mailbox.port)))
    throw new ApiError("url_not_allowed", {
      detail:
        "Mailboxes are reached by TLS or STARTTLS at the ports 993 and 143. The server's operator can allow the host otherwise with WINNOW_ALLOW_HOSTS.",
    });
  await refuseWhenMany(deps.db, caller.accountId);
  const { password, ...settings } = mailbox;
  await openMailboxSource(mailbox, senders, deps.fetchRules).then(
    (source) => source[Symbol.asyncDispose](),
    (error: unknown) => {
      throw new ApiError("mailbox_unreachable", { detail: `The mailbox could not be opened: ${whyOf(error)}` });
    },
  );
  const sealed = { kind: "mailbox" as const, ...settings, sealedPassword: deps.secretBox.seal(password) };
  return createInbox(deps.db, caller, { name, template, settings: sealed, senders });
}

type NewInbox = { name: string; template: string; settings: InboxSettings; senders: string[] };

/** `template`: an id, or `auto`. Throws ApiError 400. */
export async function createInbox(db: Db, caller: Caller, { name, template, settings, senders }: NewInbox): Promise<InboxRecord> {
  const { accountId } = caller;
  const templateId = template === AUTO ? null : template;
  if (templateId !== null) await planFor(db, accountId, { kind: "template", templateId });
  await refuseWhenMany(db, accountId);
  const id = await transaction(db, async (tx) => {
    const made = await insertInbox(tx, { accountId, name, settings, senders, templateId });
    await recordAudit(tx, caller, "inbox.created", made);
    return made;
  });
  return inboxOf(db, accountId, id);
}

async function refuseWhenMany(db: Db, accountId: string): Promise<void> {
  if ((await listInboxes(db, accountId)).length >= LIMITS.inboxesMax) throw new ApiError("too_many_inboxes");
}

/** Throws ApiError 404. */
export const inboxOf = async (db: Db, accountId: string, id: string): Promise<InboxRecord> =>
  inboxRecordOf(await required(db, accountId, id));

export const inboxesOf = async (db: Db, accountId: string): Promise<InboxRecord[]> => (await listInboxes(db, accountId)).map(inboxRecordOf);

/** Throws ApiError 404. */
export async function pauseInbox(db: Db, accountId: string, id: string, paused: boolean): Promise<InboxRecord> {
  await required(db, accountId, id);
  await setPaused(db, accountId, id, paused);
  return inboxOf(db, accountId, id);
}

/** Tasks stay; what lies in the folder or mailbox too. Throws ApiError 404. */
export async function removeInbox(db: Db, caller: Caller, id: string): Promise<void> {
  await required(db, caller.accountId, id);
  await transaction(db, async (tx) => {
    await deleteInbox(tx, caller.accountId, id);
    await recordAudit(tx, caller, "inbox.deleted", id);
  });
}

/** What came, newest first. Throws ApiError 404. */
export async function itemsOf(
  db: Db,
  accountId: string,
  id: string,
  page: { before: string | null; limit: number },
): Promise<{ items: InboxItem[]; next_cursor: string | null }> {
  await required(db, accountId, id);
  const found = await listItems(db, id, { before: page.before, limit: page.limit + 1 });
  const items = found.slice(0, page.limit).map(({ id: item_id, came, taskId: task_id, reason, at }): InboxItem => {
    return { item_id, ...came, task_id, reason, at: at.toISOString() };
  });
  return { items, next_cursor: found.length > page.limit ? (items.at(-1)?.item_id ?? null) : null };
}

async function required(db: Db, accountId: string, id: string): Promise<Inbox> {
  const inbox = await findInbox(db, accountId, id);
  if (!inbox) throw new ApiError("not_found", { detail: "No inbox with this id exists." });
  return inbox;
}

export const inboxRecordOf = ({ id, name, settings, templateId, senders, paused, problem, createdAt }: Inbox): InboxRecord => ({
  inbox_id: id,
  name,
  kind: settings.kind,
  place: placeOf(settings),
  template_id: templateId ?? AUTO,
  senders,
  paused,
  problem,
  created_at: createdAt.toISOString(),
});

function placeOf(settings: InboxSettings): string {
  if (settings.kind === "folder") return settings.path;
  return settings.kind === "bucket" ? bucketPlace(settings) : `${settings.user} at ${settings.host}, ${settings.folder}`;
}

/** imapflow has the server's own words in `responseText`; the client of buckets has facts in `$metadata`. */
export function whyOf(error: unknown): string {
  const { responseText, message } = error as { responseText?: unknown; message?: unknown };
  if (error instanceof Object && "$metadata" in error) return whyOfBucket(error);
  return String(responseText ?? message ?? error);
}
