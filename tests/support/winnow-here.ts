/** A command in this process, at a fraction of what a process of its own costs; tests/cli/winnow.processes.test.ts starts the real one. */
import { run } from "#cli/run.ts";

export type Run = { code: number; stdout: string; stderr: string };

/** `env` stands in the environment meanwhile. */
export async function winnowHere(args: readonly string[], env: Record<string, string> = {}): Promise<Run> {
  const kept = { env: { ...process.env }, stdout: process.stdout.write, stderr: process.stderr.write };
  const told = { stdout: "", stderr: "" };
  Object.assign(process.env, env);
  for (const stream of ["stdout", "stderr"] as const)
    process[stream].write = (chunk: string | Uint8Array) => {
      told[stream] += chunk.toString();
      return true;
    };
  try {
    const code = await run(args, new AbortController().signal);
    return { code, ...told };
  } finally {
    process.stdout.write = kept.stdout;
    process.stderr.write = kept.stderr;
    for (const name of Object.keys(env)) {
      if (kept.env[name] === undefined) delete process.env[name];
      else process.env[name] = kept.env[name];
    }
  }
}
