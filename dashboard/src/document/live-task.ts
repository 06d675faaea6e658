/** A task that is followed while it is worked on: by events, and by asking where events do not come through. */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { type Task, type TaskSummary, taskQuery } from "#api.ts";

const ASK_MS = 3_000;

export const isFinished = ({ status }: Pick<TaskSummary, "status">) => status === "completed" || status === "failed";

export function useLiveTask(taskId: string | null) {
  const queries = useQueryClient();
  const query = useQuery({
    ...taskQuery(taskId ?? ""),
    enabled: taskId !== null,
    refetchInterval: ({ state }) => (state.data && !isFinished(state.data) ? ASK_MS : false),
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
      queries.invalidateQueries({ queryKey });
    };
    events.addEventListener("status", take);
    events.addEventListener("progress", take);
    return () => events.close();
  }, [follows, taskId, queries]);
  return query;
}
