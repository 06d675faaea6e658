/** All kinds of background work: payload, slots and recovery. */

/** `run`: the number of the run; a job of an earlier run does nothing. */
type JobPayloads = {
  "process-extraction": { taskId: string; run: number };
  "split-packet": { packetId: string; run: number };
  "extract-resume": { applicationId: string; run: number };
  "evaluate-application": { applicationId: string; run: number };
  "learn-from-review": { taskId: string };
  "evaluate-document": { documentId: string; run: number };
  "deliver-webhook": { deliveryId: string };
};

export type JobName = keyof JobPayloads;
export type JobPayload<N extends JobName> = JobPayloads[N];

/** A job whose heartbeats are missing for this long is given to another worker. */
const HEARTBEAT_SECONDS = 10;

/**
 * `slots`: concurrent jobs per process. Reading is limited by the reader's children; waiting for a URL, model or receiver takes no slot.
 * `givesWay`: runs one at a time while single documents, for which callers wait, keep coming (worker/run.ts).
 */
export const JOBS: Record<JobName, { heartbeatSeconds: number; slots: number; givesWay: boolean }> = {
  "process-extraction": { heartbeatSeconds: HEARTBEAT_SECONDS, slots: 10, givesWay: false },
  "split-packet": { heartbeatSeconds: HEARTBEAT_SECONDS, slots: 4, givesWay: false },
  "extract-resume": { heartbeatSeconds: HEARTBEAT_SECONDS, slots: 4, givesWay: true },
  "evaluate-application": { heartbeatSeconds: HEARTBEAT_SECONDS, slots: 4, givesWay: true },
  "learn-from-review": { heartbeatSeconds: HEARTBEAT_SECONDS, slots: 4, givesWay: false },
  "evaluate-document": { heartbeatSeconds: HEARTBEAT_SECONDS, slots: 2, givesWay: true },
  "deliver-webhook": { heartbeatSeconds: HEARTBEAT_SECONDS, slots: 20, givesWay: false },
};

export const JOB_NAMES = Object.keys(JOBS) as JobName[];
