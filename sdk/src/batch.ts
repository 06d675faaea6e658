/** Many documents submitted in one request, while they are read. */
import type { components } from "./api.ts";
import type { WaitOptions } from "./extraction.ts";
import { linesOf } from "./lines.ts";
import type { Transport } from "./transport.ts";

type BatchRecord = components["schemas"]["ExtractBatch"];
/** A task that has ended. `index`: the document's place in the request, from 0. `data` is null when the task has failed. */
export type BatchResult = components["schemas"]["Task"] & { index: number };

const WAIT_SECONDS = 60;
const PATH = "/api/extractor/v1/extract-batch/{batch_id}";

export class Batch {
  /** Resolves when the service has accepted the batch. Rejects when it was refused. */
  readonly batchId: Promise<string>;
  readonly #transport: Transport;

  constructor(transport: Transport, batchId: Promise<string>) {
    this.#transport = transport;
    this.batchId = batchId;
    batchId.catch(() => undefined);
  }

  /** The batch as it is now, with its first tasks. */
  async get({ signal }: WaitOptions = {}): Promise<BatchRecord> {
    return this.#transport.get(PATH, { path: { batch_id: await this.batchId }, signal });
  }

  /** Resolves when every document was read or has failed; `counts` says how many. */
  async wait({ signal }: WaitOptions = {}): Promise<BatchRecord> {
    const path = { batch_id: await this.batchId };
    for (;;) {
      const batch = await this.#transport.get(PATH, { path, query: { wait: WAIT_SECONDS }, signal });
      if (batch.status === "completed") return batch;
    }
  }

  /** Waits until all documents are done, then yields each in the order of the request, those that failed too. */
  async *results({ signal }: WaitOptions = {}): AsyncGenerator<BatchResult> {
    await this.wait({ signal });
    const response = await this.#transport.open(`${PATH}/results`, { path: { batch_id: await this.batchId }, signal });
    yield* linesOf<BatchResult>(response);
  }

  /** Deletes the batch with its tasks, documents and results; tasks that run are stopped. */
  async delete({ signal }: WaitOptions = {}): Promise<void> {
    await this.#transport.delete(PATH, { path: { batch_id: await this.batchId }, signal });
  }
}
