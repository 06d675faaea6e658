/** All background work: payload, bound and recovery of every job. Attempts are counted on the row it is about, not here. */
import { z } from "zod";

export const JOBS = {
  "process-extraction": { payload: z.object({ taskId: z.string() }), heartbeatSeconds: 10 },
  "extract-resume": { payload: z.object({ applicationId: z.string() }), heartbeatSeconds: 10 },
  "evaluate-application": { payload: z.object({ applicationId: z.string(), round: z.int() }), heartbeatSeconds: 10 },
  "deliver-webhook": { payload: z.object({ deliveryId: z.string() }), heartbeatSeconds: 10 },
} as const;

export type JobName = keyof typeof JOBS;
export type JobPayload<N extends JobName> = z.infer<(typeof JOBS)[N]["payload"]>;
export const JOB_NAMES = Object.keys(JOBS) as JobName[];
