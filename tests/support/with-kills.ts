/** Work that goes on while the processes of a service are killed. */
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "vitest";
import type { Client } from "./client.ts";
import { kill, type Processes, startProcesses } from "./processes.ts";

const KILLS = 6;
const BETWEEN_MS = 2_500;

/** `home`: has the data in `data`. The service keeps its port, so that `client` reaches it again. */
export type Killed = { home: string; client: Client; processes: Processes };

/** Kills API and workers in turn, one of which leads, and everything once in between, while `work` goes on. */
export async function withKills(of: Killed, work: () => Promise<void>): Promise<void> {
  let isOver = false;
  const killing = async () => {
    for (let i = 0; i < KILLS; i++) {
      await sleep(BETWEEN_MS);
      if (i === KILLS / 2) {
        await of.processes.killEverything();
        of.processes = await startProcesses(path.join(of.home, "data"), { PORT: new URL(of.client.url).port });
      } else {
        const { api, workers } = await of.processes.pids();
        for (const pid of i % 2 === 0 ? api : workers) kill(pid);
      }
    }
    isOver = true;
  };
  await Promise.all([killing(), work()]);
  expect(isOver).toBe(true);
}
