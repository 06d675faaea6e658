/** Writes the current stage of an attempt to the database, but only stages that last, so that a task of milliseconds writes none. */
import type { Stage } from "#contract/task.ts";
import type { Db } from "#platform/postgres/db.ts";
import type { Attempt } from "#platform/queue/attempt-columns.ts";
import { setStage } from "./tasks.store.ts";

/** A shorter stage is not written. */
const WORTH_TELLING_MS = 1_000;

export type StageRecorder = {
  enter(stage: Stage): void;
  readonly current: Stage;
  [Symbol.asyncDispose](): Promise<void>;
};

export function stageRecorder(db: Db, attempt: Attempt): StageRecorder {
  let current: Stage = "reading";
  let written: Stage = "reading";
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();
  return {
    enter(stage) {
      current = stage;
      clearTimeout(timer);
      if (stage === written) return;
      timer = setTimeout(() => {
        written = stage;
        // Progress only. If the attempt has lost its lease, the write at its end finds that out.
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
