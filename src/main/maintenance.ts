/** The maintenance of the whole service is done by the leader only, which loads it then (maintenance-work.ts). */
import type { Config } from "#platform/config.ts";
import { type DueLook, lookForDue } from "#platform/postgres/due-work.ts";
import { standForLeader } from "#platform/postgres/leader.ts";
import { startMaintenance } from "#platform/process/maintenance.ts";
import { connectionOf } from "./from-config.ts";
import type { MaintenanceDeps } from "./maintenance-work.ts";

export function maintainAsLeader(config: Config, deps: MaintenanceDeps): AsyncDisposable {
  const { log } = deps;
  const begin = async () => {
    const { allMaintenance, watchAllInboxes, writeToOutboxes } = await import("./maintenance-work.ts");
    const all = allMaintenance(deps);
    const loops = startMaintenance(
      log,
      all.filter((each) => "everyMs" in each),
    );
    return {
      inboxes: watchAllInboxes(config, deps),
      outboxes: writeToOutboxes(deps),
      loops,
      looks: lookForDue(
        log,
        all.filter((each) => "at" in each),
      ),
    };
  };
  const lead = (): DueLook => {
    const led = begin();
    return {
      look: async (client) => (await led).looks.look(client),
      async [Symbol.asyncDispose]() {
        await Promise.all(Object.values(await led).map((each) => each[Symbol.asyncDispose]()));
      },
    };
  };
  return standForLeader({ connection: connectionOf(config), log }, lead);
}
