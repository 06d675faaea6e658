/** `winnow inboxes add|list|remove`: folders of this machine that are watched, and what else is. */
import { mkdir } from "node:fs/promises";
import path from "node:path";
import { findAnyInbox, listAllInboxes } from "#extraction/inboxes/inboxes.store.ts";
import { createInbox, inboxRecordOf, removeInbox } from "#extraction/inboxes/inboxes.ts";
import { BY_COMMAND } from "#platform/audit.store.ts";
import { accountOf } from "./account-of.ts";
import { UsageError } from "./failures.ts";
import type { CommandOutput } from "./output.ts";
import { withDatabase } from "./with-database.ts";

type Add = { folder: string; template: string; name?: string; account?: string };

/** The operator's alone: a folder of the machine is no account's. */
export async function inboxesAdd(options: Add, signal: AbortSignal): Promise<CommandOutput> {
  const folder = path.resolve(options.folder);
  await mkdir(folder, { recursive: true }).catch(() => {
    throw new UsageError(`${folder} is no folder and cannot be made one. The service must be able to write in it.`);
  });
  const record = await withDatabase(signal, async (db) => {
    const { accountId } = await accountOf(db, options.account);
    const settings = { kind: "folder" as const, path: folder };
    return createInbox(
      db,
      { accountId, ...BY_COMMAND },
      { name: options.name ?? path.basename(folder), template: options.template, settings, senders: [] },
    );
  });
  return {
    record,
    lines: [record.inbox_id],
    notes: [`A running service takes what lies in ${folder} within seconds, and moves it to ${path.join(folder, "done")}.`],
  };
}

export async function inboxesList(signal: AbortSignal): Promise<CommandOutput> {
  const inboxes = await withDatabase(signal, listAllInboxes);
  const records = inboxes.map((inbox) => ({ ...inboxRecordOf(inbox), account_id: inbox.accountId }));
  const lines = records.map(({ inbox_id, account_id, kind, place, template_id, paused, problem }) =>
    [inbox_id, account_id, kind, place, template_id, problem ?? (paused ? "paused" : "watched")].join("  "),
  );
  return { record: { inboxes: records }, lines, notes: records.length === 0 ? ["There is no inbox yet."] : [] };
}

export async function inboxesRemove(inboxId: string, signal: AbortSignal): Promise<CommandOutput> {
  await withDatabase(signal, async (db) => {
    const inbox = await findAnyInbox(db, inboxId);
    if (!inbox) throw new Error(`There is no inbox ${inboxId}. See them with: winnow inboxes list`);
    await removeInbox(db, { accountId: inbox.accountId, ...BY_COMMAND }, inboxId);
  });
  return { record: { inbox_id: inboxId, removed: true }, lines: [], notes: [`${inboxId} is no longer watched.`] };
}
