/** The data dir, and where Node keeps what it compiled. */
import { accessSync, constants, mkdirSync } from "node:fs";
import path from "node:path";
import { once } from "#contract/memo.ts";
import { type Env, text } from "./env.ts";

/** Absolute. */
export const dataDirOf = (env: Env, cwd: string): string => path.resolve(cwd, text(env, "WINNOW_DATA_DIR") ?? ".winnow");

/**
 * V8's compile cache: with it a process is ready in half the time. It lies beside the code, so that it serves every data dir; in the data dir
 * where this user cannot write there.
 */
export const compiledIn = (dataDir: string): string => besideCode() ?? path.join(dataDir, "compiled");

const besideCode = once((): string | null => {
  const folder = path.resolve(import.meta.dirname, "../../node_modules/.cache/winnow");
  try {
    mkdirSync(folder, { recursive: true });
    accessSync(folder, constants.W_OK);
    return folder;
  } catch {
    return null;
  }
});
