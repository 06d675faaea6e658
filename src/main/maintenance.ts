/** The maintenance of the whole service, done by the leader only. What each process does for its own machine is not part of it. */
import { accountMaintenance } from "#accounts/maintenance.ts";
import { batchMaintenance } from "#extraction/batches/batch-lifecycle.ts";
import { evaluationMaintenance } from "#extraction/evaluations/finish-evaluation.ts";
import { taskMaintenance } from "#extraction/maintenance.ts";
import { packetMaintenance } from "#extraction/packets/packet-maintenance.ts";
import { listMaintenance } from "#lists/maintenance.ts";
import type { Config } from "#platform/config.ts";
import { standForLeader } from "#platform/postgres/leader.ts";
import { startMaintenance } from "#platform/process/maintenance.ts";
import { queueMaintenance } from "#platform/queue/queue.ts";
import { resumeMaintenance } from "#recruiting/batches/maintenance.ts";
import { webhookMaintenance } from "#webhooks/maintenance.ts";
import { connectionOf } from "./from-config.ts";

/** `db` sees the rows of all accounts. */
export type MaintenanceDeps = Parameters<typeof taskMaintenance>[0] & Parameters<typeof resumeMaintenance>[0];

export function maintainAsLeader(config: Config, deps: MaintenanceDeps): AsyncDisposable {
  const all = [
    taskMaintenance,
    evaluationMaintenance,
    packetMaintenance,
    batchMaintenance,
    resumeMaintenance,
    webhookMaintenance,
    listMaintenance,
    accountMaintenance,
    queueMaintenance,
  ].flatMap((each) => each(deps));
  return standForLeader({ connection: connectionOf(config), log: deps.log }, () => startMaintenance(deps.log, all));
}
