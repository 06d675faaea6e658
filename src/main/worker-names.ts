/** The names of a node's workers, by which logs and metrics tell them apart. */

export const workerNames = (count: number): string[] => Array.from({ length: count }, (_, i) => `worker ${i + 1}`);

/** Stands for leader beside the node's API, or alone on a node without one. */
export const [FIRST_WORKER] = workerNames(1);
