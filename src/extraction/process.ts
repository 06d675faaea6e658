/** Handler of a task's job: runs its attempts and writes the outcome of each. */
import type { TaskErrorRecord } from "#contract/task.ts";
import type { TaskFailure } from "#contract/task-errors.ts";
import { UsageMeter } from "#engines/usage-meter.ts";
import { countUse } from "#memory/memory.store.ts";
import type { Db, Tx } from "#platform/postgres/db.ts";
import { afterCommit } from "#platform/postgres/transaction.ts";
import type { Watch } from "#platform/postgres/watch.ts";
import { type Attempted, inAttempts } from "#platform/queue/attempt.ts";
import type { Afterwards, Handler } from "#platform/queue/handler.ts";
import { annotate } from "#platform/tracing.ts";
import { brokenRules } from "#rules/outcomes.ts";
import { withTemplate } from "./choose-template.ts";
import { type ExtractDeps, extractDocument, rememberedFor } from "./extract-document.ts";
import { announceOutcome, type FinishDeps, forgetDocument, keepDays } from "./finish.ts";
import { putBrokenRules } from "./review-work/broken-rules.store.ts";
import { applyRules, type RuleDeps, ruledBy, withDuplicates } from "./rules/apply-rules.ts";
import { type StageRecorder, stageRecorder } from "./stage-recorder.ts";
import type { ChangedTask } from "./task-changes.store.ts";
import { reviewBelow } from "./task-record.ts";
import { completeTask, type FailedAttempt, failTask, pauseTask, releaseTask, type StartedTask, startTask } from "./tasks.store.ts";

export type ProcessDeps = FinishDeps & Omit<ExtractDeps, "meter" | "aside"> & RuleDeps & { watch: Watch };

const CANCELLED = new Error("the task was cancelled");

type Work = Attempted & { task: StartedTask; remembered: string | null; meter: UsageMeter; stage: StageRecorder };

export function processExtraction(deps: ProcessDeps): Handler<"process-extraction", Work, TaskFailure> {
  const { db, log, metrics } = deps;
  return inAttempts(
    { log, called: "Reading this document", idName: "taskId" },
    {
      name: "process-extraction",
      start: (tx, payload) => start(deps, tx, payload),
      async work({ task: sent, remembered, meter, stage }, { signal, aside }) {
        const chosen = await withTemplate(deps, { task: sent, remembered }, signal);
        const { task } = chosen;
        annotate({ "winnow.task.id": task.id, "winnow.attempt": task.attempts, "winnow.engine": task.request.provider });
        const done = await extractDocument({ ...deps, meter, aside }, chosen, stage, signal);
        const said = await applyRules(deps, { ...ruledBy(task), data: done.result.data }, signal);
        const write = async (tx: Tx) => {
          const rules = said && (await withDuplicates(tx, task, said));
          const kept = { keepDays: keepDays(deps, task), reviewBelow: reviewBelow(task) };
          const ended = await completeTask(tx, task, { ...done, rules }, kept);
          const broken = brokenRules(rules);
          if (broken.length > 0) await putBrokenRules(tx, task.id, broken);
          if (done.result.memory) await countUse(tx, task.account_id, done.result.memory.layout_id);
          return afterEnd(deps, tx, ended, { status: "completed", code: "none" });
        };
        return { kind: "done", write };
      },
      async giveUp(tx, work, failure) {
        const ended = await failTask(tx, work, recordOf(work, failure), keepDays(deps, work.task));
        return afterEnd(deps, tx, ended, { status: "failed", code: failure.code });
      },
      async retry(tx, work, failure, afterSeconds) {
        await pauseTask(tx, work, recordOf(work, failure), afterSeconds);
        afterCommit(tx, () => metrics.retries.inc({ code: failure.code }));
        return 0;
      },
      release: (work) => releaseTask(db, work),
    },
  );
}

async function start(deps: ProcessDeps, db: Db | Tx, payload: { taskId: string; run: number }): Promise<Work | null> {
  await using stack = new AsyncDisposableStack();
  const cancelled = stack.use(deps.watch.cancellation(payload.taskId, CANCELLED));
  const task = await startTask(db, payload, "reading");
  if (task === null) return null;
  const remembered = await rememberedFor(db, task);
  const stage = stack.use(stageRecorder(deps.db, task));
  const own = stack.move();
  return {
    ...task,
    accountId: task.account_id,
    ends: cancelled.signal,
    task,
    remembered,
    meter: new UsageMeter(task.usage),
    stage,
    [Symbol.asyncDispose]: () => own.disposeAsync(),
  };
}

function recordOf({ meter, stage }: Work, { code, publicMessage: message, retryable, waits }: TaskFailure): FailedAttempt {
  const error: TaskErrorRecord = { code, message, retryable, stage: stage.current };
  return { error, usage: meter.total(), waits };
}

async function afterEnd(deps: ProcessDeps, tx: Tx, ended: ChangedTask, count: { status: string; code: string }): Promise<Afterwards> {
  await announceOutcome(tx, deps, ended);
  afterCommit(tx, () => deps.metrics.tasksEnded.inc(count));
  return () => forgetDocument(deps, ended);
}
