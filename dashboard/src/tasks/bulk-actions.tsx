/** What can be done with several tasks at once: each is done by itself, and what could not be done stays chosen. */

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { CircleCheckBig, Download, RotateCcw, Trash2, X } from "lucide-react";
import { useState } from "react";
import { api, messageOf, type TaskSummary, taskQuery } from "#api.ts";
import { download } from "#app/csv.ts";
import { ForAdmins } from "#app/for-admins.tsx";
import { below, invalidate } from "#query.ts";
import { eachOf } from "#tasks/each-of.ts";
import { valuesCsv } from "#tasks/values-csv.ts";
import { Button, IconButton } from "#ui/button.tsx";
import { Confirm } from "#ui/confirm.tsx";
import { countOf } from "#ui/count.ts";
import { Problem } from "#ui/state.tsx";

type BulkProps = { chosen: readonly TaskSummary[]; onChoose: (ids: string[]) => void };

export function BulkActions({ chosen, onChoose }: BulkProps) {
  const [asking, setAsking] = useState(false);
  const queries = useQueryClient();
  const act = useMutation({
    mutationFn: async ({ tasks, one }: { tasks: readonly TaskSummary[]; one: (task_id: string) => Promise<unknown> }) => {
      const failed: { id: string; why: string }[] = [];
      await eachOf(tasks, async ({ task_id }) => {
        await one(task_id).catch((error: unknown) => failed.push({ id: task_id, why: messageOf(error) }));
      });
      return failed;
    },
    onSuccess: (failed) => {
      setAsking(false);
      onChoose(failed.map(({ id }) => id));
      return invalidate(queries, below("/api/extractor/v1/tasks"));
    },
  });
  const save = useMutation({
    mutationFn: async (tasks: readonly TaskSummary[]) => {
      const records = new Map<string, Awaited<ReturnType<typeof readTask>>>();
      await eachOf(tasks, async ({ task_id }) => void records.set(task_id, await readTask(task_id)));
      download("values.csv", "text/csv", valuesCsv(tasks.flatMap(({ task_id }) => records.get(task_id) ?? [])));
    },
  });
  const readTask = (taskId: string) => queries.fetchQuery(taskQuery(taskId));
  const failed = chosen.filter(({ status }) => status === "failed");
  const completed = chosen.filter(({ status }) => status === "completed");
  const unreviewed = completed.filter(({ reviewed_at }) => reviewed_at === null);
  const path = (task_id: string) => ({ path: { task_id } });
  if (chosen.length === 0) return null;
  return (
    <>
      <section aria-label="Selected tasks" className="sticky bottom-4 z-10 mt-4 space-y-2 rounded-xl border bg-surface p-3 shadow-xl">
        <div className="flex flex-wrap items-center gap-2">
          <p role="status" className="mr-auto flex items-center gap-1 pl-1 text-sm font-medium">
            {countOf(chosen.length, "task")} selected
            <IconButton label="Clear selection" onClick={() => onChoose([])}>
              <X className="size-4" />
            </IconButton>
          </p>
          <Button
            kind="secondary"
            icon={<Download className="size-4" />}
            busy={save.isPending}
            disabled={completed.length === 0}
            onClick={() => save.mutate(completed)}
          >
            Values as CSV
          </Button>
          <Button
            kind="secondary"
            icon={<CircleCheckBig className="size-4" />}
            busy={act.isPending}
            disabled={unreviewed.length === 0}
            onClick={() =>
              act.mutate({
                tasks: unreviewed,
                one: (id) => api.post("/api/extractor/v1/tasks/{task_id}/review", { ...path(id), body: { done: true } }),
              })
            }
          >
            Mark as reviewed
          </Button>
          <Button
            kind="secondary"
            icon={<RotateCcw className="size-4" />}
            busy={act.isPending}
            disabled={failed.length === 0}
            onClick={() => act.mutate({ tasks: failed, one: (id) => api.post("/api/extractor/v1/tasks/{task_id}/retry", path(id)) })}
          >
            Retry
          </Button>
          <ForAdmins>
            <Button kind="danger" icon={<Trash2 className="size-4" />} disabled={act.isPending} onClick={() => setAsking(true)}>
              Delete
            </Button>
          </ForAdmins>
        </div>
        {act.data && act.data.length > 0 && (
          <Problem
            error={new Error(`Not done for ${countOf(act.data.length, "task")}: ${[...new Set(act.data.map(({ why }) => why))].join(" ")}`)}
          />
        )}
        <Problem error={save.error} />
      </section>
      <Confirm
        open={asking}
        onClose={() => setAsking(false)}
        title={`Delete ${countOf(chosen.length, "task")}?`}
        deed={`Delete ${countOf(chosen.length, "task")}`}
        onConfirm={() => act.mutate({ tasks: chosen, one: (id) => api.delete("/api/extractor/v1/tasks/{task_id}", path(id)) })}
        busy={act.isPending}
        error={act.error}
      >
        The documents, their values and their webhook logs will be deleted permanently.
      </Confirm>
    </>
  );
}
