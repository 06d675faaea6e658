/** All kinds of background work: payload, slots and recovery. `run`: the number of the run; a job of an earlier run does nothing. */
import { z } from "zod";

/** A job whose heartbeats are missing for this long is given to another worker. */
const HEARTBEAT_SECONDS = 10;

/**
 * `slots`: concurrent jobs per process. Reading is limited by the reader's children; waiting for a URL, model or receiver takes no slot.
 * `givesWay`: runs one at a time while single documents, for which callers wait, keep coming (worker/run.ts).
 */
export const JOBS = {
  "process-extraction": {
    payload: z.object({ taskId: z.string(), run: z.int() }),
    heartbeatSeconds: HEARTBEAT_SECONDS,
    slots: 10,
    givesWay: false,
  },
  "split-packet": {
    payload: z.object({ packetId: z.string(), run: z.int() }),
    heartbeatSeconds: HEARTBEAT_SECONDS,
    slots: 4,
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
  "learn-from-review": { payload: z.object({ taskId: z.string() }), heartbeatSeconds: HEARTBEAT_SECONDS, slots: 4, givesWay: false },
  "evaluate-document": {
    payload: z.object({ documentId: z.string(), run: z.int() }),
    heartbeatSeconds: HEARTBEAT_SECONDS,
    slots: 2,
    givesWay: true,
  },
  "deliver-webhook": { payload: z.object({ deliveryId: z.string() }), heartbeatSeconds: HEARTBEAT_SECONDS, slots: 20, givesWay: false },
} as const;

export type JobName = keyof typeof JOBS;
export type JobPayload<N extends JobName> = z.infer<(typeof JOBS)[N]["payload"]>;
export const JOB_NAMES = Object.keys(JOBS) as JobName[];
