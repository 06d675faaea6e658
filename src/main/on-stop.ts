/** Runs `stop` once, at SIGTERM, SIGINT or when the parent process is gone, then ends the process. */
const FORCED_MS = 28_000;

export function onStop(stop: () => Promise<void>): void {
  let stopping = false;
  const begin = () => {
    if (stopping) return;
    stopping = true;
    setTimeout(() => process.exit(1), FORCED_MS).unref();
    stop().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  process.once("SIGTERM", begin);
  // A terminal sends these to all processes of the service; children of a supervisor ignore them, because the supervisor stops them.
  for (const signal of ["SIGINT", "SIGHUP"] as const) process.on(signal, () => (process.send ? undefined : begin()));
  if (process.send) process.once("disconnect", begin);
}
