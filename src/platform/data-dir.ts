/** The data dir, and what lies in it for Node itself. */
import path from "node:path";
import { type Env, text } from "./env.ts";

/** Absolute. */
export const dataDirOf = (env: Env, cwd: string): string => path.resolve(cwd, text(env, "WINNOW_DATA_DIR") ?? ".winnow");

/** V8's compile cache: with it a process is ready in half the time. */
export const compiledIn = (dataDir: string): string => path.join(dataDir, "compiled");
