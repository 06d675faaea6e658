/** An extraction task: submit, follow, wait. */
import type { components } from "./api.ts";
import { TaskFailedError } from "./error.ts";
import { serverEvents } from "./events.ts";
import { pause, type Transport } from "./transport.ts";

type Task = components["schemas"]["Task"];
type TaskSummary = components["schemas"]["TaskSummary"];

/** A completed task. `data` has the shape of the schema; `fields` has the evidence of each value by its JSON Pointer. */
export type CompletedTask<Data> = Omit<Task, "status" | "data" | "fields"> & {
  status: "completed";
  data: Data;
  fields: Record<string, components["schemas"]["FieldResult"]>;
};

export type TaskEvent = { type: "status" | "progress"; task: TaskSummary };

export type WaitOptions = { signal?: AbortSignal | undefined };

/** Seconds that one long poll waits; the most that the service allows. */
const WAIT_SECONDS = 60;
/** Pause before reconnecting to an event stream that ended early, such as that of a stopping server. */
const RECONNECT_MS = 1_000;
const PATH = "/api/extractor/v1/tasks/{task_id}";

export class Extraction<Data> {
  /** Resolves when the service has accepted and stored the document. Rejects when it was refused. */
  readonly taskId: Promise<string>;
  readonly #transport: Transport;

  constructor(transport: Transport, taskId: Promise<string>) {
    this.#transport = transport;
    this.taskId = taskId;
    // Avoids an unhandled rejection when the caller never awaits it.
    taskId.catch(() => undefined);
  }

  /** The current state of the task. */
  async get({ signal }: WaitOptions = {}): Promise<Task> {
    return this.#transport.get(PATH, { path: { task_id: await this.taskId }, signal });
  }

  /** Resolves when the task is completed. Throws TaskFailedError when it failed, WinnowError when it was refused. */
  async wait({ signal }: WaitOptions = {}): Promise<CompletedTask<Data>> {
    const path = { task_id: await this.taskId };
    for (;;) {
      const task = await this.#transport.get(PATH, { path, query: { wait: WAIT_SECONDS }, signal });
      if (task.status === "failed") throw new TaskFailedError(task);
      if (task.status === "completed") return task as CompletedTask<Data>;
    }
  }

  /** Yields each change of the task until it ends; reconnects after a broken connection. */
  async *events({ signal }: WaitOptions = {}): AsyncGenerator<TaskEvent> {
    const path = { task_id: await this.taskId };
    let lastId: string | undefined;
    for (;;) {
      const header: { "last-event-id"?: number } = lastId === undefined ? {} : { "last-event-id": Number(lastId) };
      const response: Response = await this.#transport.open("/api/extractor/v1/tasks/{task_id}/events", { path, header, signal });
      try {
        for await (const { id, event, data } of serverEvents(response)) {
          lastId = id ?? lastId;
          const task = JSON.parse(data) as TaskSummary;
          yield { type: event as TaskEvent["type"], task };
          if (task.status === "completed" || task.status === "failed") return;
        }
      } catch (error) {
        if (signal?.aborted || !(error instanceof TypeError)) throw error;
      }
      await pause(RECONNECT_MS, signal);
    }
  }

  /** Stops the work; the task ends as failed with the code `cancelled`. */
  async cancel({ signal }: WaitOptions = {}): Promise<Task> {
    return this.#transport.post(`${PATH}/cancel`, { path: { task_id: await this.taskId }, signal });
  }

  /** Deletes document, result and text. */
  async delete({ signal }: WaitOptions = {}): Promise<void> {
    await this.#transport.delete(PATH, { path: { task_id: await this.taskId }, signal });
  }
}
