/** All background work: payload, bound and recovery of every job. `run` says how often the work was asked for: a job of an earlier run does nothing. */
import { z } from "zod";

/** Missed heartbeats for so long give a job to another worker. */
const HEARTBEAT_SECONDS = 10;

/**
 * `slots`: jobs at a time per process. Reading is bound by the reader's children; waiting for a URL, model or receiver takes no slot.
 * `givesWay`: to single documents, for which somebody waits.
 */
export const JOBS = {
  "process-extraction": {
    payload: z.object({ taskId: z.string(), run: z.int() }),
    heartbeatSeconds: HEARTBEAT_SECONDS,
    slots: 10,
    givesWay: false,
  },
  "extract-resume": {
    payload: z.object({ applicationId: z.string(), run: z.int() }),
    heartbeatSeconds: HEARTBEAT_SECONDS,
    slots: 4,
    givesWay: true,
  },
  "evaluate-application": {
    payload: z.object({ applicationId: z.string(), run: z.int() }),
    heartbeatSeconds: HEARTBEAT_SECONDS,
    slots: 4,
    givesWay: true,
  },
  "deliver-webhook": { payload: z.object({ deliveryId: z.string() }), heartbeatSeconds: HEARTBEAT_SECONDS, slots: 20, givesWay: false },
} as const;

export type JobName = keyof typeof JOBS;
export type JobPayload<N extends JobName> = z.infer<(typeof JOBS)[N]["payload"]>;
export const JOB_NAMES = Object.keys(JOBS) as JobName[];
