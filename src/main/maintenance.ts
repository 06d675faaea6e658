/** The maintenance of the whole service, done by the leader only. What each process does for its own machine is not part of it. */
import { accountMaintenance } from "#accounts/maintenance.ts";
import { batchMaintenance } from "#extraction/batches/batch-lifecycle.ts";
import { evaluationMaintenance } from "#extraction/evaluations/finish-evaluation.ts";
import { taskMaintenance } from "#extraction/maintenance.ts";
import { packetMaintenance } from "#extraction/packets/packet-maintenance.ts";
import { listMaintenance } from "#lists/maintenance.ts";
import type { Config } from "#platform/config.ts";
import { type DueLook, type DueWork, lookForDue } from "#platform/postgres/due-work.ts";
import { standForLeader } from "#platform/postgres/leader.ts";
import { type Maintenance, startMaintenance } from "#platform/process/maintenance.ts";
import { queueMaintenance } from "#platform/queue/queue.ts";
import { resumeMaintenance } from "#recruiting/batches/maintenance.ts";
import { webhookMaintenance } from "#webhooks/maintenance.ts";
import { connectionOf } from "./compose.ts";

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
  ].flatMap((each): (Maintenance | DueWork)[] => each(deps));
  const timed = all.filter((each) => "everyMs" in each);
  const due = all.filter((each) => "at" in each);
  const { log } = deps;
  const lead = (): DueLook => {
    const loops = startMaintenance(log, timed);
    const looks = lookForDue(log, due);
    return {
      look: (client) => looks.look(client),
      [Symbol.asyncDispose]: async () => void (await Promise.all([loops[Symbol.asyncDispose](), looks[Symbol.asyncDispose]()])),
    };
  };
  return standForLeader({ connection: connectionOf(config), log }, lead);
}
