/**
 * `winnow start` and `winnow demo`: run the programs behind `npm start` and `npm run demo` in this process, so that they get signals
 * directly. They are above this room, and only have to be run: this file loads them by file name instead of importing them.
 */
import { readConfig } from "#platform/config.ts";

const SERVER = "../main/start.ts";
const DEMO = "../../scripts/demo.ts";

/** Never resolves: the server ends the process when it is stopped. Throws ConfigError. */
export async function start(): Promise<never> {
  readConfig();
  await import(fileOf(SERVER));
  return new Promise(() => undefined);
}

/** Returns the exit code. */
export async function demo(): Promise<number> {
  await import(fileOf(DEMO));
  return Number(process.exitCode ?? 0);
}

const fileOf = (file: string): string => new URL(file, import.meta.url).href;
