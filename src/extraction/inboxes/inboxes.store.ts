/** All SQL on inboxes and what came in them. */
import { sql } from "kysely";
import { newId } from "#contract/ids.ts";
import type { Db, Tx } from "#platform/postgres/db.ts";
import { sealedJson } from "#platform/postgres/sealed.ts";
import type { Came, InboxSettings } from "./tables.ts";

/** `templateId` null: whichever the document is of. */
export type Inbox = {
  id: string;
  accountId: string;
  name: string;
  settings: InboxSettings;
  senders: string[];
  templateId: string | null;
  paused: boolean;
  problem: string | null;
  createdAt: Date;
};

/** Longer than anything stays where it came from. */
const ITEMS_KEPT_DAYS = 400;

const inboxes = (db: Db | Tx) =>
  db
    .selectFrom("inboxes")
    .select([
      "id",
      "account_id as accountId",
      "name",
      "settings",
      "senders",
      "template_id as templateId",
      "paused",
      "problem",
      "created_at as createdAt",
    ]);

export async function insertInbox(
  tx: Db | Tx,
  inbox: Pick<Inbox, "accountId" | "name" | "settings" | "senders" | "templateId">,
): Promise<string> {
  const id = newId("inb");
  const { accountId, name, settings, senders, templateId } = inbox;
  await sql`INSERT INTO inboxes (id, account_id, name, kind, settings, senders, template_id)
    VALUES (${id}, ${accountId}, ${name}, ${settings.kind}, ${sealedJson(settings)}, ${senders}::text[], ${templateId})`.execute(tx);
  return id;
}

export const listInboxes = (db: Db, accountId: string): Promise<Inbox[]> =>
  inboxes(db).where("account_id", "=", accountId).orderBy("id").execute();

export async function findInbox(db: Db | Tx, accountId: string, id: string): Promise<Inbox | null> {
  return (await inboxes(db).where("account_id", "=", accountId).where("id", "=", id).executeTakeFirst()) ?? null;
}

/** Of any account. */
export async function findAnyInbox(db: Db, id: string): Promise<Inbox | null> {
  return (await inboxes(db).where("id", "=", id).executeTakeFirst()) ?? null;
}

/** Of all accounts. */
export const listAllInboxes = (db: Db): Promise<Inbox[]> => inboxes(db).orderBy("id").execute();

/** Of all accounts. */
export const listWatched = (db: Db): Promise<Inbox[]> => inboxes(db).where("paused", "=", false).orderBy("id").execute();

export async function setPaused(db: Db, accountId: string, id: string, paused: boolean): Promise<void> {
  await db.updateTable("inboxes").set({ paused, problem: null }).where("account_id", "=", accountId).where("id", "=", id).execute();
}

export async function setProblem(db: Db, id: string, problem: string | null): Promise<void> {
  await db.updateTable("inboxes").set({ problem }).where("id", "=", id).execute();
}

export async function deleteInbox(tx: Tx, accountId: string, id: string): Promise<void> {
  await tx.deleteFrom("inboxes").where("account_id", "=", accountId).where("id", "=", id).execute();
}

type NewItem = { key: Buffer; came: Came; taskId: string | null; reason: string | null };

/** Fails with a unique violation when the item was taken or refused before. */
export async function insertItem(tx: Db | Tx, { id, accountId }: Pick<Inbox, "id" | "accountId">, item: NewItem): Promise<void> {
  await tx
    .insertInto("inbox_items")
    .values({
      inbox_id: id,
      account_id: accountId,
      id: newId("itm"),
      key: item.key,
      came: sealedJson(item.came),
      task_id: item.taskId,
      reason: item.reason,
    })
    .execute();
}

/** `reason`: null where it was taken. Undefined: it never came. */
export async function findItem(db: Db, inboxId: string, key: Buffer): Promise<{ reason: string | null } | undefined> {
  return db.selectFrom("inbox_items").select("reason").where("inbox_id", "=", inboxId).where("key", "=", key).executeTakeFirst();
}

/** Newest first. `before`: the last id of the previous part. */
export async function listItems(db: Db, inboxId: string, { before, limit }: { before: string | null; limit: number }) {
  let query = db.selectFrom("inbox_items").select(["id", "came", "task_id as taskId", "reason", "at"]).where("inbox_id", "=", inboxId);
  if (before !== null) query = query.where("id", "<", before);
  return query.orderBy("id", "desc").limit(limit).execute();
}

export async function deleteOldItems(db: Db, atMost: number): Promise<number> {
  const { rows } = await sql`DELETE FROM inbox_items WHERE id IN (
    SELECT id FROM inbox_items WHERE at < now() - make_interval(days => ${ITEMS_KEPT_DAYS}) LIMIT ${atMost}) RETURNING 1`.execute(db);
  return rows.length;
}
