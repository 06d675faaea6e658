/** `npm start`: one supervisor of the embedded PostgreSQL, one API process and the worker processes. */
import { ConfigError, readConfig } from "#platform/config.ts";
import { startService } from "./service.ts";

try {
  const config = readConfig();
  const service = await startService(config);
  if (service.url !== null) process.stderr.write(`Winnow is ready at ${service.url} (reference: ${service.url}/docs)\n`);
  let stopping = false;
  const stop = async () => {
    if (stopping) return;
    stopping = true;
    await service[Symbol.asyncDispose]();
    process.exit(0);
  };
  process.on("SIGTERM", () => void stop());
  process.on("SIGINT", () => void stop());
} catch (error) {
  const text = error instanceof Error ? error.message : String(error);
  process.stderr.write(`${error instanceof ConfigError ? "Configuration: " : "Winnow could not start: "}${text}\n`);
  process.exit(1);
}
