/** All maintenance of the whole service. What each process does for its own machine is not part of it. */
import { accountMaintenance } from "#accounts/maintenance.ts";
import { batchMaintenance } from "#extraction/batches/batch-lifecycle.ts";
import { openEnqueueTask } from "#extraction/enqueue-task.ts";
import { evaluationMaintenance } from "#extraction/evaluations/finish-evaluation.ts";
import { type WatchDeps, watchInboxes } from "#extraction/inboxes/watch-inboxes.ts";
import { taskMaintenance } from "#extraction/maintenance.ts";
import { packetMaintenance } from "#extraction/packets/packet-maintenance.ts";
import { listMaintenance } from "#lists/maintenance.ts";
import type { Config } from "#platform/config.ts";
import type { DueWork } from "#platform/postgres/due-work.ts";
import type { Maintenance } from "#platform/process/maintenance.ts";
import { queueMaintenance } from "#platform/queue/queue.ts";
import { resumeMaintenance } from "#recruiting/batches/maintenance.ts";
import { uploadMaintenance } from "#uploads/maintenance.ts";
import { webhookMaintenance } from "#webhooks/maintenance.ts";

/** `db` sees the rows of all accounts. */
export type MaintenanceDeps = Parameters<typeof taskMaintenance>[0] &
  Parameters<typeof resumeMaintenance>[0] &
  Omit<WatchDeps, "enqueueTask" | "allowHosts" | "queueMax">;

export const watchAllInboxes = (
  { allowHosts, queueMax }: Pick<Config, "allowHosts" | "queueMax">,
  deps: MaintenanceDeps,
): AsyncDisposable => watchInboxes({ ...deps, allowHosts, queueMax, enqueueTask: openEnqueueTask({ ...deps, queueMax }) });

export { writeToOutboxes } from "#extraction/outboxes/write-records.ts";

export const allMaintenance = (deps: MaintenanceDeps): (Maintenance | DueWork)[] =>
  [
    taskMaintenance,
    evaluationMaintenance,
    packetMaintenance,
    batchMaintenance,
    resumeMaintenance,
    webhookMaintenance,
    listMaintenance,
    uploadMaintenance,
    accountMaintenance,
    queueMaintenance,
  ].flatMap((each): (Maintenance | DueWork)[] => each(deps));
