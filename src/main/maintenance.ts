/** The maintenance of the whole service is done by the leader only, which loads it then (maintenance-work.ts). */
import type { Config } from "#platform/config.ts";
import { standForLeader } from "#platform/postgres/leader.ts";
import { startMaintenance } from "#platform/process/maintenance.ts";
import { connectionOf } from "./from-config.ts";
import type { MaintenanceDeps } from "./maintenance-work.ts";

export function maintainAsLeader(config: Config, deps: MaintenanceDeps): AsyncDisposable {
  const lead = (): AsyncDisposable => {
    const led = import("./maintenance-work.ts").then(({ allMaintenance }) => startMaintenance(deps.log, allMaintenance(deps)));
    return { [Symbol.asyncDispose]: async () => (await led)[Symbol.asyncDispose]() };
  };
  return standForLeader({ connection: connectionOf(config), log: deps.log }, lead);
}
