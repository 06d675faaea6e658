/** Supervises the embedded PostgreSQL, one API process and the worker processes. */
import { enableCompileCache, flushCompileCache } from "node:module";
import { readConfig } from "#platform/config.ts";
import { compiledIn } from "#platform/data-dir.ts";
import { ConfigError } from "#platform/env.ts";
import { whenStarterGone } from "#platform/process/starters.ts";

/** Set up before the start, so that a signal during the start leaves nothing running. */
const stopping = new AbortController();
for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) process.on(signal, () => stopping.abort());
await whenStarterGone(() => stopping.abort());

try {
  const config = readConfig();
  enableCompileCache(compiledIn(config.dataDir));
  const { startService } = await import("./service.ts");
  const service = await startService(config, stopping.signal);
  flushCompileCache();
  if (service.url !== null && !stopping.signal.aborted) {
    process.stderr.write(`Winnow is ready at ${service.url} (reference: ${service.url}/docs)\n`);
    if (service.ownerLink !== null)
      process.stderr.write(`It has no owner yet. Open ${service.ownerLink} to become it; the link works once.\n`);
  }
  if (service.url === null && !stopping.signal.aborted) process.stderr.write("Winnow is ready: its workers take tasks.\n");
  const stop = async () => {
    await service[Symbol.asyncDispose]();
    process.exit(0);
  };
  if (stopping.signal.aborted) await stop();
  stopping.signal.addEventListener("abort", () => void stop());
} catch (error) {
  if (stopping.signal.aborted) process.exit(0);
  const text = error instanceof Error ? error.message : String(error);
  process.stderr.write(`${error instanceof ConfigError ? "Configuration: " : "Winnow could not start: "}${text}\n`);
  process.exit(1);
}
