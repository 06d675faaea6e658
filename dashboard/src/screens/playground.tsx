/** One document, its fields, its values: everything that the API does, tried by hand. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { api } from "#api.ts";
import { isFinished, useLiveTask } from "#document/live-task.ts";
import { type Picked, sentOf } from "#playground/document.ts";
import { useDraft } from "#playground/draft.ts";
import { DraftForm, type Submission } from "#playground/draft-form.tsx";
import { PlaygroundResult } from "#playground/result.tsx";
import { invalidate, ofCall } from "#query.ts";

export function Playground() {
  const { template, task: taskId } = useSearch({ from: "/shell/playground" });
  const navigate = useNavigate({ from: "/playground" });
  const drafting = useDraft(template);
  /** The task that was made of the draft's document, if it is not of an address. */
  const [made, setMade] = useState<string | null>(null);
  const live = useLiveTask(taskId ?? null);
  const show = (task?: string) => void navigate({ search: ({ task: _, ...rest }) => (task ? { ...rest, task } : rest) });
  const submit = useSubmit((task) => {
    drafting.saved();
    setMade(task);
    show(task);
  });
  const pick = (picked: Picked | null) => {
    drafting.pick(picked);
    setMade(null);
    if (taskId !== undefined) show();
  };
  const task = taskId === undefined ? undefined : live.data;
  if (task?.status === "completed")
    return (
      <PlaygroundResult
        task={task}
        picked={made === task.task_id ? drafting.draft.picked : null}
        onBack={() => show()}
        onRestored={(fields, picked) => {
          drafting.put(fields);
          pick(picked);
        }}
      />
    );
  return (
    <DraftForm
      drafting={drafting}
      task={task}
      works={submit.isPending || (taskId !== undefined && !live.error && (!task || !isFinished(task)))}
      error={submit.error ?? (taskId === undefined ? null : live.error)}
      onPick={pick}
      onSubmit={submit.mutate}
    />
  );
}

function useSubmit(onTask: (taskId: string) => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async ({ picked, fields, provider }: Submission) => {
      const more = provider ? { provider: provider as "local" } : {};
      return api.post("/api/extractor/v1/extract-async", { body: { ...(await sentOf(picked)), extraction_schema: { fields }, ...more } });
    },
    onSuccess: ({ task_id }) => {
      onTask(task_id);
      invalidate(queries, ofCall("/api/extractor/v1/tasks"));
    },
  });
}
