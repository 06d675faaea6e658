/** The documents that wait for a review by this person: those to be read a second time, then the least sure. */
import { useInfiniteQuery } from "@tanstack/react-query";
import { useSearch } from "@tanstack/react-router";
import { type TaskSummary, tasksQuery } from "#api.ts";

export type WaitingQueue = {
  tasks: TaskSummary[];
  isSecond: (taskId: string) => boolean;
  isRead: boolean;
  hasMore: boolean;
  error: Error | null;
  refetch: () => void;
};

/** As the address of the page narrows it. */
export function useQueue(): WaitingQueue {
  const { below, template, rule } = useSearch({ from: "/shell/review" });
  const narrowed = {
    status: "completed" as const,
    ...(below === undefined ? {} : { confidence_below: below / 100 }),
    ...(template === undefined ? {} : { template_id: template }),
    ...(rule === undefined ? {} : { broken_rule: rule }),
  };
  const again = useInfiniteQuery(tasksQuery({ review: "second", ...narrowed }));
  const first = useInfiniteQuery(tasksQuery({ review: "needed", order: "least_confident", ...narrowed }));
  const isRead = again.data !== undefined && first.data !== undefined;
  const second = again.data?.pages.flatMap(({ tasks }) => tasks) ?? [];
  return {
    // None until both are read: the first of them stays as long as it is reviewed.
    tasks: isRead ? [...second, ...first.data.pages.flatMap(({ tasks }) => tasks)] : [],
    isSecond: (taskId) => second.some(({ task_id }) => task_id === taskId),
    isRead,
    hasMore: again.hasNextPage || first.hasNextPage,
    error: again.error ?? first.error,
    refetch: () => void Promise.all([again.refetch(), first.refetch()]),
  };
}
