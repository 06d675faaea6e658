/**
 * `winnow start` and `winnow demo`: the programs behind `npm start` and `npm run demo`, in this process, so that signals reach them as if
 * they had been started by themselves. They stand above this room, and the command needs nothing of them but that they run: it
 * names their files, as a shell would, instead of importing them.
 */
import { readConfig } from "#platform/config.ts";

const SERVER = "../main/start.ts";
const DEMO = "../../scripts/demo.ts";

/** Never resolves: the server ends the process when it is told to stop. Throws ConfigError. */
export async function start(): Promise<never> {
  readConfig();
  await import(fileOf(SERVER));
  return new Promise(() => undefined);
}

/** Gives its exit code. */
export async function demo(): Promise<number> {
  await import(fileOf(DEMO));
  return Number(process.exitCode ?? 0);
}

const fileOf = (file: string): string => new URL(file, import.meta.url).href;
