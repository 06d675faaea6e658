/** What a process of ours needs from the environment of a test, and nothing else. */
export const nodeEnv = (): Record<string, string | undefined> => ({
  PATH: process.env.PATH,
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
  WINNOW_WORKER_NICE: process.env.WINNOW_WORKER_NICE,
});
