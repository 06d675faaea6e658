/** The queue of what a person should look at, the least sure first: correct, say that it is right, next. */
import { useInfiniteQuery, useMutation, useMutationState, useQuery, useQueryClient } from "@tanstack/react-query";
import { CircleCheckBig, SkipForward } from "lucide-react";
import { useState } from "react";
import { api, taskQuery, tasksQuery } from "#api.ts";
import { CorrectValue } from "#document/correct-value.tsx";
import { nameOf } from "#document/task-badge.tsx";
import { TaskResult } from "#document/task-result.tsx";
import { Button, ButtonLink } from "#ui/button.tsx";
import { Page } from "#ui/page.tsx";
import { Empty, Problem, Waiting } from "#ui/state.tsx";

const QUEUE = { review: "needed", order: "least_confident", status: "completed" } as const;

export function Review() {
  const queue = useInfiniteQuery(tasksQuery(QUEUE));
  const [passed, setPassed] = useState<readonly string[]>([]);
  const waiting = (queue.data?.pages.flatMap(({ tasks }) => tasks) ?? []).filter(({ task_id }) => !passed.includes(task_id));
  const [first] = waiting;
  const more = queue.hasNextPage ? "+" : "";
  const lead = "Least sure first. What you correct stands beside what was read; the record shows both.";
  if (queue.error)
    return (
      <Page title="Review">
        <Problem error={queue.error} onRetry={queue.refetch} />
      </Page>
    );
  if (!queue.data)
    return (
      <Page title="Review" lead={lead}>
        <Waiting rows={8} />
      </Page>
    );
  if (!first)
    return (
      <Page title="Review" lead={lead}>
        <Empty
          icon={CircleCheckBig}
          title={passed.length > 0 ? "That was the last one" : "Nothing to review"}
          action={
            passed.length > 0 ? (
              <Button kind="secondary" onClick={() => setPassed([])}>
                Show the ones I skipped
              </Button>
            ) : (
              <ButtonLink to="/playground">Extract a document</ButtonLink>
            )
          }
        >
          Finished tasks come here until somebody has looked at them.
        </Empty>
      </Page>
    );
  return (
    <Page title={nameOf(first)} lead={`${waiting.length}${more} to review. ${lead}`}>
      <Reviewed
        key={first.task_id}
        taskId={first.task_id}
        onPass={() => setPassed((ids) => [...ids, first.task_id])}
        onReturn={() => setPassed((ids) => ids.filter((id) => id !== first.task_id))}
      />
    </Page>
  );
}

function Reviewed({ taskId, onPass, onReturn }: { taskId: string; onPass: () => void; onReturn: () => void }) {
  const queries = useQueryClient();
  const { data: task, error, refetch } = useQuery(taskQuery(taskId));
  // The next one comes at once; one that could not be marked comes back with the reason.
  const done = useMutation({
    mutationKey: ["reviewed", taskId],
    mutationFn: () => api.post("/api/extractor/v1/tasks/{task_id}/review", { path: { task_id: taskId }, body: { done: true } }),
    onMutate: onPass,
    onError: onReturn,
    onSuccess: (record) => {
      queries.setQueryData(taskQuery(taskId).queryKey, record);
      return queries.invalidateQueries({ queryKey: ["tasks", "list"] });
    },
  });
  const [failure] = useMutationState({
    filters: { mutationKey: ["reviewed", taskId], status: "error" },
    select: ({ state }) => state.error,
  });
  if (error) return <Problem error={error} onRetry={refetch} />;
  if (!task) return <Waiting rows={8} />;
  return (
    <div className="space-y-4">
      <div className="flex flex-wrap items-center gap-2">
        <Button icon={<CircleCheckBig className="size-4" />} onClick={() => done.mutate()}>
          All right, next
        </Button>
        <Button kind="secondary" icon={<SkipForward className="size-4" />} onClick={onPass}>
          Skip for now
        </Button>
        <Problem error={failure} />
      </div>
      <TaskResult task={task} actions={(shown) => <CorrectValue key={shown.pointer} taskId={taskId} shown={shown} />} />
    </div>
  );
}
