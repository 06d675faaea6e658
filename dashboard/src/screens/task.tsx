/** One task: its values on its pages, what can be done with it, and its whole record. */

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate, useParams } from "@tanstack/react-router";
import { Download, RotateCcw, Square, Trash2 } from "lucide-react";
import { type ReactNode, useState } from "react";
import { api, messageOf, type Task as TaskRecord, taskQuery, WinnowError } from "#api.ts";
import { ForAdmins } from "#app/for-admins.tsx";
import { plainOf } from "#app/plain.ts";
import { isFinished, useLiveTask } from "#document/live-task.ts";
import { Outcome } from "#document/outcome.tsx";
import { Progress } from "#document/progress.tsx";
import { nameOf, TaskBadge } from "#document/task-badge.tsx";
import { TaskResult } from "#document/task-result.tsx";
import { below, invalidate, ofCall } from "#query.ts";
import { Button, buttonLook } from "#ui/button.tsx";
import { Confirm } from "#ui/confirm.tsx";
import { Code } from "#ui/copy.tsx";
import { countOf } from "#ui/count.ts";
import { Card, Page } from "#ui/page.tsx";
import { Problem, Waiting } from "#ui/state.tsx";
import { Time } from "#ui/time.tsx";
import { TaskWork } from "#work/panel.tsx";

export function Task() {
  const { taskId } = useParams({ from: "/shell/tasks/$taskId" });
  const { data: task, error, refetch } = useLiveTask(taskId);
  if (error && !task)
    return (
      <Page title="Task">
        {error instanceof WinnowError && error.status === 404 ? (
          <p className="text-sm">There is no such task in this account. It may have been deleted, or its retention time is over.</p>
        ) : (
          <Problem error={error} onRetry={refetch} />
        )}
      </Page>
    );
  if (!task)
    return (
      <Page title="Task">
        <Waiting rows={10} />
      </Page>
    );
  return (
    <Page title={nameOf(task)} actions={<Actions task={task} />} fills={task.status === "completed"}>
      <div className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-2 text-sm text-muted">
        <TaskBadge task={task} />
        <span className="font-mono text-xs break-all">{task.task_id}</span>
        <Time at={task.created_at} />
        {task.status === "completed" && <Outcome task={task} />}
      </div>
      {task.status === "completed" ? (
        <TaskResult task={task} more={[{ name: "Record", content: <Record task={task} /> }]} correctable />
      ) : (
        <Unfinished task={task} />
      )}
    </Page>
  );
}

function Unfinished({ task }: { task: TaskRecord }) {
  return (
    <div className="space-y-4">
      {task.status === "failed" ? <Problem error={new Error(task.error ? plainOf(task.error) : task.message)} /> : <Progress task={task} />}
      {task.queue_position !== null && <p className="text-sm text-muted">Number {task.queue_position} in the queue.</p>}
      {task.next_attempt_at && (
        <p className="text-sm text-muted">
          Next attempt <Time at={task.next_attempt_at} />.
        </p>
      )}
      <Record task={task} />
    </div>
  );
}

/** Such as “Factur-X, EN 16931”. */
function eInvoiceOf({ structured }: TaskRecord["document"]): [string, ReactNode][] {
  return structured ? [["E-invoice", [structured.format, structured.profile].filter(Boolean).join(", ")]] : [];
}

function Record({ task }: { task: TaskRecord }) {
  const facts: [string, ReactNode][] = [
    ["Attempts", task.attempts],
    ["File", [task.document.mime_type, sizeOf(task.document.size_bytes)].filter(Boolean).join(", ") || "–"],
    ...eInvoiceOf(task.document),
    ["Template", task.template ? `${task.template.template_id}, version ${task.template.version}` : "–"],
    ["Engine", [task.engine, task.model].filter(Boolean).join(", ") || "–"],
    ["Tokens", `${task.usage.input_tokens} in, ${task.usage.output_tokens} out`],
    ["Cost", task.usage.cost_usd === null ? "Unknown" : `$${task.usage.cost_usd.toFixed(4)}`],
    ["Times", timesOf(task)],
    ["Webhook", task.webhook ? `${task.webhook.status}, ${countOf(task.webhook.attempts, "attempt")}` : "None requested"],
  ];
  return (
    <div className="space-y-4 p-3">
      <Card title="Details">
        <dl className="grid gap-x-6 gap-y-2 text-sm sm:grid-cols-[8rem_1fr]">
          {facts.map(([name, value]) => (
            <div key={name} className="contents">
              <dt className="text-muted">{name}</dt>
              <dd className="break-all">{value}</dd>
            </div>
          ))}
        </dl>
      </Card>
      <Code label="Full record" text={JSON.stringify(task, null, 2)} />
    </div>
  );
}

const sizeOf = (bytes: number | null) => (bytes === null ? null : `${Math.ceil(bytes / 1024)} KB`);

const timesOf = ({ timing }: TaskRecord) =>
  (["queue", "fetch", "read", "extract", "total"] as const)
    .flatMap((part) => (timing[`${part}_ms`] === null ? [] : [`${part} ${timing[`${part}_ms`]} ms`]))
    .join(", ") || "–";

function Actions({ task }: { task: TaskRecord }) {
  const queries = useQueryClient();
  const path = { task_id: task.task_id };
  const refresh = () => invalidate(queries, below("/api/extractor/v1/tasks"));
  const keep = (changed: TaskRecord) => {
    queries.setQueryData(taskQuery(task.task_id).queryKey, changed);
    return refresh();
  };
  const cancel = useMutation({ mutationFn: () => api.post("/api/extractor/v1/tasks/{task_id}/cancel", { path }), onSuccess: keep });
  const retry = useMutation({ mutationFn: () => api.post("/api/extractor/v1/tasks/{task_id}/retry", { path }), onSuccess: keep });
  const failed = cancel.error ?? retry.error;
  return (
    <>
      {task.status === "completed" && <TaskWork taskId={task.task_id} />}
      {failed && (
        <p role="alert" className="self-center text-sm text-bad">
          {messageOf(failed)}
        </p>
      )}
      {!isFinished(task) && (
        <Button kind="secondary" icon={<Square className="size-4" />} busy={cancel.isPending} onClick={() => cancel.mutate()}>
          Cancel
        </Button>
      )}
      {task.status === "failed" && (
        <Button icon={<RotateCcw className="size-4" />} busy={retry.isPending} onClick={() => retry.mutate()}>
          Retry
        </Button>
      )}
      {task.document.sha256 !== null && (
        <a className={buttonLook("secondary")} href={`/api/extractor/v1/tasks/${task.task_id}/document`} download>
          <Download className="size-4" /> Document
        </a>
      )}
      <DeleteTask task={task} />
    </>
  );
}

function DeleteTask({ task }: { task: TaskRecord }) {
  const [open, setOpen] = useState(false);
  const queries = useQueryClient();
  const navigate = useNavigate();
  const remove = useMutation({
    mutationFn: () => api.delete("/api/extractor/v1/tasks/{task_id}", { path: { task_id: task.task_id } }),
    onSuccess: async () => {
      await navigate({ to: "/tasks" });
      queries.removeQueries({ queryKey: taskQuery(task.task_id).queryKey });
      invalidate(queries, ofCall("/api/extractor/v1/tasks"));
    },
  });
  return (
    <>
      <ForAdmins>
        <Button kind="danger" icon={<Trash2 className="size-4" />} onClick={() => setOpen(true)}>
          Delete
        </Button>
      </ForAdmins>
      <Confirm
        open={open}
        onClose={() => setOpen(false)}
        title="Delete this task?"
        deed="Delete task and document"
        onConfirm={() => remove.mutate()}
        busy={remove.isPending}
        error={remove.error}
      >
        The document, its values and its webhook log will be deleted permanently. A line in the activity log remains.
      </Confirm>
    </>
  );
}
