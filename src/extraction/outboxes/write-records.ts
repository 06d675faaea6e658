/**
 * Writes the records of finished tasks to all outboxes, in the leader. A row stays until its record is written, so that whatever is killed in
 * between, the record is written at least once, and last as it is last.
 */

import { resultLine } from "#extraction/result-line.ts";
import { openedBucket } from "#extraction/sealed-bucket.ts";
import { type FullTextRow, findTaskText } from "#extraction/task-rows.store.ts";
import { pause, watchEach } from "#extraction/watch-each.ts";
import { whyOfBucket } from "#platform/blobs/guarded-bucket.ts";
import type { FetchRules } from "#platform/fetch/guarded-fetch.ts";
import type { Log } from "#platform/log.ts";
import type { Db } from "#platform/postgres/db.ts";
import type { SecretBox } from "#platform/secret-box.ts";
import { openBucketTarget } from "./bucket-target.ts";
import { openFolderTarget } from "./folder-target.ts";
import { endWrite, listOpenOutboxes, nextWrites, type Outbox, setOutboxProblem } from "./outboxes.store.ts";
import { FAILED, type Target } from "./target.ts";

export type WriteDeps = { db: Db; log: Log; secretBox: SecretBox; fetchRules: FetchRules };

/** Between two looks for what is to be written. */
const LOOK_MS = 2_000;
const READ_AT_ONCE = 64;
const WRITTEN_AT_ONCE = 8;

/** `db` of the deps sees the rows of all accounts. Until disposed. */
export const writeToOutboxes = (deps: WriteDeps): AsyncDisposable =>
  watchEach(deps.log, {
    called: "an outbox",
    list: () => listOpenOutboxes(deps.db),
    versionOf: ({ settings }) => JSON.stringify(settings),
    setProblem: (id, problem) => setOutboxProblem(deps.db, id, problem),
    whyOf: whyOfTarget,
    async work(outbox, signal, wentWell) {
      await using target = await openTarget(deps, outbox);
      while (!signal.aborted) {
        const written = await writeWaiting(deps.db, outbox, target, signal);
        await wentWell();
        if (written === 0) await pause(LOOK_MS, signal);
      }
    },
  });

/** Writes what waits, up to READ_AT_ONCE records. Returns how many. */
export async function writeWaiting(db: Db, outbox: Pick<Outbox, "id" | "accountId">, target: Target, signal: AbortSignal): Promise<number> {
  const writes = await nextWrites(db, outbox.id, READ_AT_ONCE);
  const rest = writes.values();
  const writing = async () => {
    for (const write of rest) {
      signal.throwIfAborted();
      const row = await findTaskText(db, outbox.accountId, write.taskId);
      // A task that was deleted took its row along.
      if (!row) continue;
      await writeRecord(target, row);
      await endWrite(db, outbox.id, write);
    }
  };
  const ended = await Promise.allSettled(Array.from({ length: WRITTEN_AT_ONCE }, writing));
  for (const each of ended) if (each.status === "rejected") throw each.reason;
  return writes.length;
}

const nameOf = (id: string): string => `${id}.json`;
const failedNameOf = (id: string): string => `${FAILED}/${nameOf(id)}`;

/** A task that failed may have been retried since: it has no record until it ends again, and then one. */
async function writeRecord(target: Target, row: FullTextRow): Promise<void> {
  const hasFailed = row.state === "failed";
  if (!hasFailed && row.state !== "completed") return;
  await target.write(hasFailed ? failedNameOf(row.id) : nameOf(row.id), resultLine(row));
  if (!hasFailed && row.run > 1) await target.remove(failedNameOf(row.id));
}

export async function openTarget(
  { secretBox, fetchRules }: Pick<WriteDeps, "secretBox" | "fetchRules">,
  { settings }: Pick<Outbox, "settings">,
) {
  if (settings.kind === "folder") return openFolderTarget(settings.path);
  return openBucketTarget(openedBucket(secretBox, settings), fetchRules);
}

/** A file system's error has a code, such as ENOSPC, and names the path. */
function whyOfTarget(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  return typeof code === "string" && "path" in (error as object) ? `The folder cannot be written: ${message}` : whyOfBucket(error);
}
