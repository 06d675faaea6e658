/** Tells the database which stage an attempt is in, but only for stages that last: a task of milliseconds writes none. */
import type { Stage } from "#contract/task.ts";
import type { Db } from "#platform/postgres/db.ts";
import type { Attempt } from "#platform/queue/attempt-columns.ts";
import { setStage } from "./tasks.store.ts";

/** A stage shorter than this is not worth a write. */
const WORTH_TELLING_MS = 1_000;

export type StageRecorder = {
  enter(stage: Stage): void;
  readonly current: Stage;
  [Symbol.asyncDispose](): Promise<void>;
};

export function stageRecorder(db: Db, attempt: Attempt): StageRecorder {
  let current: Stage = "reading";
  let told: Stage = "reading";
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();
  return {
    enter(stage) {
      current = stage;
      clearTimeout(timer);
      if (stage === told) return;
      timer = setTimeout(() => {
        told = stage;
        // Progress only: a failed write is found out by the write that ends the attempt.
        writing = setStage(db, attempt, stage).catch(() => undefined);
      }, WORTH_TELLING_MS);
    },
    get current() {
      return current;
    },
    async [Symbol.asyncDispose]() {
      clearTimeout(timer);
      await writing;
    },
  };
}
