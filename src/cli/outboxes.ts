/** `winnow outboxes add|list|remove`: folders of this machine that results are written to, and what else is. */
import { mkdir } from "node:fs/promises";
import path from "node:path";
import { findAnyOutbox, listAllOutboxes } from "#extraction/outboxes/outboxes.store.ts";
import { createOutbox, outboxRecordOf, removeOutbox } from "#extraction/outboxes/outboxes.ts";
import { BY_COMMAND } from "#platform/audit.store.ts";
import { accountOf } from "./account-of.ts";
import { UsageError } from "./failures.ts";
import type { CommandOutput } from "./output.ts";
import { withDatabase } from "./with-database.ts";

type Add = { folder: string; template: string; reviewed?: boolean; name?: string; account?: string };

const ALL = "all";

/** The operator's alone: a folder of the machine is no account's. */
export async function outboxesAdd(options: Add, signal: AbortSignal): Promise<CommandOutput> {
  const folder = path.resolve(options.folder);
  await mkdir(folder, { recursive: true }).catch(() => {
    throw new UsageError(`${folder} is no folder and cannot be made one. The service must be able to write in it.`);
  });
  const onlyReviewed = options.reviewed === true;
  const record = await withDatabase(signal, async (db) => {
    const { accountId } = await accountOf(db, options.account);
    return createOutbox(
      db,
      { accountId, ...BY_COMMAND },
      {
        name: options.name ?? path.basename(folder),
        settings: { kind: "folder", path: folder },
        templateId: options.template === ALL ? null : options.template,
        onlyReviewed,
      },
    );
  });
  const when = onlyReviewed ? "reviewed" : "finished";
  return {
    record,
    lines: [record.outbox_id],
    notes: [`A running service writes the record of each task that is ${when} from now on to ${folder}, as its id with .json.`],
  };
}

export async function outboxesList(signal: AbortSignal): Promise<CommandOutput> {
  const records = await withDatabase(signal, async (db) => {
    const outboxes = await listAllOutboxes(db);
    return Promise.all(outboxes.map(async (outbox) => ({ ...(await outboxRecordOf(db, outbox)), account_id: outbox.accountId })));
  });
  const lines = records.map(({ outbox_id, account_id, kind, place, template_id, waiting, paused, problem }) =>
    [outbox_id, account_id, kind, place, template_id ?? ALL, `${waiting} waiting`, problem ?? (paused ? "paused" : "open")].join("  "),
  );
  return { record: { outboxes: records }, lines, notes: records.length === 0 ? ["There is no outbox yet."] : [] };
}

export async function outboxesRemove(outboxId: string, signal: AbortSignal): Promise<CommandOutput> {
  await withDatabase(signal, async (db) => {
    const outbox = await findAnyOutbox(db, outboxId);
    if (!outbox) throw new Error(`There is no outbox ${outboxId}. See them with: winnow outboxes list`);
    await removeOutbox(db, { accountId: outbox.accountId, ...BY_COMMAND }, outboxId);
  });
  return { record: { outbox_id: outboxId, removed: true }, lines: [], notes: [`Nothing is written to ${outboxId} any more.`] };
}
