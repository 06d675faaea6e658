/** Figures that are measured, by name: the promise, and what is asked. Tests give them by `figure`, storm and soak in their reports. */
export const FIGURES = {
  lost: ["an accepted task is never lost", "0 of 1,000 over 50 kills of workers and API and 3 restarts of the database"],
  "taken over": ["a dead worker's task starts again", "within 2 s on a living node, 15 s after a whole node"],
  late: ["a late worker cannot overwrite", "all late completions refused"],
  once: ["effects happen once", "no result twice; a repeated webhook has the same id and bytes"],
  poison: ["poison documents end", "failed after at most 3 crashes; others' 95th changes by less than 10 %"],
  fair: ["a task behind 2,000 of another account starts", "within a mean task time and 1 s"],
  stop: ["a graceful stop", "not ready within 1 s, ended within 30 s, no failed request in a rolling restart"],
  revoked: ["a revoked key is refused on every process", "within 1 s"],
  rate: ["the rate limit over two processes", "exact to ±1"],
  guard: ["connections to forbidden addresses", "0 over all vectors and inputs"],
  document: ["one document takes at most", "512 MB, 30 s CPU, 45 s wall, no network; 200 pages, 40 megapixels, 20 MB of text"],
  hostile: [
    "hostile texts of one account, 20 a second, for ten minutes",
    "another's evaluate: p99 within twice its idle time; /healthz: p99 within 100 ms; no process ended",
  ],
  soak: ["an hour at half load", "memory grows by less than 1 % in 10 minutes; handles, connections and files are flat"],
} as const satisfies Record<string, readonly [promise: string, asked: string]>;

export type FigureName = keyof typeof FIGURES;
