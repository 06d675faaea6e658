/** A batch of résumés in progress. */
import type { components } from "./api.ts";
import type { WaitOptions } from "./extraction.ts";
import type { Transport } from "./transport.ts";

type Status = components["schemas"]["ExtractionStatus"];

const WAIT_SECONDS = 60;
const PATH = "/api/recruit/v1/extraction-status/{job_id}";

export class ResumeJob {
  /** Resolves when the service has accepted the batch. Rejects when it was refused. */
  readonly jobId: Promise<string>;
  readonly #transport: Transport;

  constructor(transport: Transport, jobId: Promise<string>) {
    this.#transport = transport;
    this.jobId = jobId;
    jobId.catch(() => undefined);
  }

  /** The current state of the batch, with the résumés read so far. */
  async get({ signal }: WaitOptions = {}): Promise<Status> {
    return this.#transport.get(PATH, { path: { job_id: await this.jobId }, signal });
  }

  /** Resolves when each file was read or has failed; `failed_extractions` has the failures. */
  async wait({ signal }: WaitOptions = {}): Promise<Status> {
    const path = { job_id: await this.jobId };
    for (;;) {
      const job = await this.#transport.get(PATH, { path, query: { wait: WAIT_SECONDS }, signal });
      if (job.status === "completed") return job;
    }
  }
}
