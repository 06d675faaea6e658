/** A task that is followed while it is worked on, with its progress. */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { type Task, type TaskSummary, taskQuery } from "#api.ts";
import { invalidate, ofCall } from "#query.ts";

/** The place in the queue changes with the tasks of other accounts, which no event of this one tells. */
const QUEUE_MS = 3_000;

export const isFinished = ({ status }: Pick<TaskSummary, "status">) => status === "completed" || status === "failed";

export function useLiveTask(taskId: string | null) {
  const queries = useQueryClient();
  const query = useQuery({
    ...taskQuery(taskId ?? ""),
    enabled: taskId !== null,
    refetchInterval: ({ state }) => (state.data && state.data.queue_position !== null ? QUEUE_MS : false),
  });
  const follows = taskId !== null && query.data !== undefined && !isFinished(query.data);
  useEffect(() => {
    if (!follows || taskId === null) return;
    const { queryKey } = taskQuery(taskId);
    const events = new EventSource(`/api/extractor/v1/tasks/${taskId}/events`);
    const take = ({ data }: MessageEvent<string>) => {
      const summary: TaskSummary = JSON.parse(data);
      queries.setQueryData(queryKey, (known: Task | undefined) => known && { ...known, ...summary });
      if (!isFinished(summary)) return;
      events.close();
      // The values are not in the event.
      invalidate(queries, ofCall("/api/extractor/v1/tasks/{task_id}", { path: { task_id: taskId } }));
    };
    events.addEventListener("status", take);
    events.addEventListener("progress", take);
    return () => events.close();
  }, [follows, taskId, queries]);
  return query;
}
