/**
 * Keeps secrets out of our processes' initial environment, which every process of the same user can read in /proc. Variables that a process
 * sets later do not appear there. The supervisor replaces itself with a process started without the secrets, and passes them on by IPC.
 */
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { compiledIn, dataDirOf } from "#platform/data-dir.ts";
import { type Env, inherited } from "#platform/env.ts";

/** What programs and libraries need when they start; everything else is sent by IPC. */
const NEEDED_AT_START =
  /^(?:PATH|HOME|USER|LOGNAME|SHELL|PWD|LANG|LANGUAGE|LC_\w+|TZ|TERM|TMPDIR|NODE_\w+|NO_COLOR|FORCE_COLOR|UV_\w+|MALLOC_\w+|LD_LIBRARY_PATH|SSL_CERT_\w+|SystemRoot|TEMP|TMP)$/;
const FILE_VARIABLE = "WINNOW_ENVIRONMENT_FILE";

export type Handover = { kind: "environment"; values: Env };

const isNeeded = (name: string): boolean => NEEDED_AT_START.test(name);
const only = (env: Env, take: (name: string) => boolean): Env => Object.fromEntries(Object.entries(env).filter(([name]) => take(name)));

/** Splits the environment into what a process is started with and what it is sent afterwards. */
export function parted(env: Env): { start: Env; handover: Handover } {
  return { start: only(env, isNeeded), handover: { kind: "environment", values: only(env, (name) => !isNeeded(name)) } };
}

/** In a process started with `parted`: resolves when its environment is complete. */
export async function takeHandover(): Promise<void> {
  if (!process.send) return;
  // A parent that is gone before it sent anything leaves nothing to do.
  const end = () => process.exit();
  process.once("disconnect", end);
  const [message]: Handover[] = await once(process, "message");
  process.off("disconnect", end);
  Object.assign(process.env, message?.values);
}

/**
 * In the supervisor: replaces this process by the program `entry` with the same process id and an environment without secrets. The program
 * takes them from a file that only this user can read, and removes it. Does nothing where processes cannot be replaced, or when the parent
 * has an IPC channel. `options`: further options of Node and V8 for the new process.
 */
export function withoutSecrets(entry: string, options: readonly string[]): void {
  const file = process.env[FILE_VARIABLE];
  if (file !== undefined) takeFile(file);
  else replaceProcess(entry, options);
}

function replaceProcess(entry: string, options: readonly string[]): void {
  if (process.send || process.platform !== "linux" || typeof process.execve !== "function") return;
  const { start, handover } = parted(inherited({ NODE_COMPILE_CACHE: compiledIn(dataDirOf(process.env, process.cwd())) }));
  const folder = mkdtempSync(path.join(tmpdir(), "winnow-start-"));
  const written = path.join(folder, "environment");
  writeFileSync(written, JSON.stringify(handover.values), { mode: 0o600 });
  const env = Object.fromEntries(Object.entries({ ...start, [FILE_VARIABLE]: written }).map(([name, value]) => [name, value ?? ""]));
  process.execve(
    process.execPath,
    [process.execPath, "--disable-warning=ExperimentalWarning", ...options, ...process.execArgv, entry],
    env,
  );
}

function takeFile(file: string): void {
  delete process.env[FILE_VARIABLE];
  Object.assign(process.env, JSON.parse(readFileSync(file, "utf8")));
  rmSync(path.dirname(file), { recursive: true });
}
