/** The queue of documents to check, the least sure first: each value is confirmed or corrected, by the keyboard if wanted. */
import { useIsMutating, useMutation, useMutationState, useQuery, useQueryClient } from "@tanstack/react-query";
import { useSearch } from "@tanstack/react-router";
import { CircleCheckBig, Keyboard, SkipForward } from "lucide-react";
import { useCallback, useEffect, useMemo, useState } from "react";
import { api, setupQuery, taskQuery } from "#api.ts";
import { nameOf } from "#document/task-badge.tsx";
import { TaskResult } from "#document/task-result.tsx";
import { SURE } from "#document/values.ts";
import { invalidate, ofCall } from "#query.ts";
import { Button, ButtonLink } from "#ui/button.tsx";
import { countOf } from "#ui/count.ts";
import { Page } from "#ui/page.tsx";
import { Badge, Empty, Problem, Waiting } from "#ui/state.tsx";
import { asLeft } from "#work/as-left.ts";
import { KeysPanel } from "#work/keys-panel.tsx";
import { TaskWork } from "#work/panel.tsx";
import { QueueFilters } from "#work/queue-filters.tsx";
import { useOpenTask } from "#work/use-open.ts";
import { useQueue } from "#work/use-queue.ts";

const REVIEWED = "reviewed";

export function Review() {
  const { below } = useSearch({ from: "/shell/review" });
  const queue = useQueue();
  const [passed, setPassed] = useState<readonly string[]>([]);
  const waiting = queue.tasks.filter(({ task_id }) => !passed.includes(task_id));
  // The one that is being reviewed stays while the list changes around it.
  const [shownId, setShownId] = useState<string | null>(null);
  const first = waiting.find(({ task_id }) => task_id === shownId) ?? waiting[0];
  const firstId = first?.task_id ?? null;
  useEffect(() => setShownId(firstId), [firstId]);
  const more = queue.hasMore ? " or more" : "";
  const saving = useIsMutating({ mutationKey: [REVIEWED] });
  useAskBeforeLeaving(saving > 0);
  const lead = "The least certain document comes first. Both the original and the correction are kept.";
  if (queue.error)
    return (
      <Page title="Review">
        <Problem error={queue.error} onRetry={queue.refetch} />
      </Page>
    );
  if (!queue.isRead)
    return (
      <Page title="Review" lead={lead}>
        <Waiting rows={8} />
      </Page>
    );
  if (!first && saving > 0)
    return (
      <Page title="Review" lead={lead}>
        <Waiting rows={1} label="Saving what was reviewed" />
      </Page>
    );
  if (!first)
    return (
      <Page title="Review" lead={lead} actions={<QueueFilters />}>
        <Empty
          icon={CircleCheckBig}
          title={passed.length > 0 ? "That was the last document" : "Nothing to review"}
          action={
            passed.length > 0 ? (
              <Button kind="secondary" onClick={() => setPassed([])}>
                Show skipped documents
              </Button>
            ) : (
              <ButtonLink to="/playground">Extract a document</ButtonLink>
            )
          }
        >
          {below === undefined
            ? "Finished documents appear here until somebody has reviewed them."
            : `No unreviewed document has a value below ${below} %. Raise the limit to see more.`}
        </Empty>
      </Page>
    );
  return (
    <Reviewed
      key={first.task_id}
      taskId={first.task_id}
      title={nameOf(first)}
      lead={`${countOf(waiting.length, "document")}${more} to review.`}
      isSecond={queue.isSecond(first.task_id)}
      onPass={() => setPassed((ids) => [...ids, first.task_id])}
      onReturn={() => {
        setPassed((ids) => ids.filter((id) => id !== first.task_id));
        setShownId(first.task_id);
      }}
    />
  );
}

/** A document passed on is still being marked: a page closed now would leave it unmarked. */
function useAskBeforeLeaving(when: boolean): void {
  useEffect(() => {
    if (!when) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener("beforeunload", ask);
    return () => removeEventListener("beforeunload", ask);
  }, [when]);
}

/** `isSecond`: another person has reviewed it, and this one reads it again. */
type ReviewedProps = { taskId: string; title: string; lead: string; isSecond: boolean; onPass: () => void; onReturn: () => void };

function Reviewed({ taskId, title, lead, isSecond, onPass, onReturn }: ReviewedProps) {
  const queries = useQueryClient();
  const { below } = useSearch({ from: "/shell/review" });
  const { data: task, error, refetch } = useQuery(taskQuery(taskId));
  const { data: setup } = useQuery(setupQuery);
  const me = setup?.session?.email ?? "";
  const { isMine, heldBy } = useOpenTask(taskId, setup?.session?.person_id ?? "", [REVIEWED, taskId]);
  // Somebody else is at it: the next one.
  // biome-ignore lint/correctness/useExhaustiveDependencies: passing on is of the same document as long as this is shown
  useEffect(() => {
    if (heldBy !== null) onPass();
  }, [heldBy]);
  const shown = useMemo(() => (task && isSecond ? asLeft(task, me) : task), [task, isSecond, me]);
  const reviewBelow = task?.review_below ?? SURE;
  const [progress, setProgress] = useState({ left: 0, total: 0 });
  const [helps, setHelps] = useState(false);
  // The next one comes at once; one that could not be marked comes back with the reason.
  const done = useMutation({
    mutationKey: [REVIEWED, taskId],
    mutationFn: () => api.post("/api/extractor/v1/tasks/{task_id}/review", { path: { task_id: taskId }, body: { done: true } }),
    onMutate: onPass,
    onError: onReturn,
    onSuccess: (record) => {
      queries.setQueryData(taskQuery(taskId).queryKey, record);
      return invalidate(queries, ofCall("/api/extractor/v1/tasks"));
    },
  });
  const [failure] = useMutationState({
    filters: { mutationKey: [REVIEWED, taskId], status: "error" },
    select: ({ state }) => state.error,
  });
  const { mutate } = done;
  const onDone = useCallback(() => mutate(), [mutate]);
  const onProgress = useCallback((left: number, total: number) => setProgress({ left, total }), []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: passing on is of the same document as long as this is shown
  const steps = useMemo(
    () => ({ below: below === undefined ? reviewBelow : below / 100, onDone, onSkip: onPass, onHelp: () => setHelps(true), onProgress }),
    [below, reviewBelow, onDone, onProgress],
  );
  return (
    <Page
      fills
      title={title}
      lead={
        <>
          {isSecond && <Badge tone="warn">Second reading</Badge>} {lead} {progressOf(progress)}
        </>
      }
      actions={
        <>
          <QueueFilters />
          <TaskWork taskId={taskId} />
          <Button kind="quiet" icon={<Keyboard className="size-4" />} onClick={() => setHelps(true)}>
            Keys
          </Button>
          <Button kind="secondary" icon={<SkipForward className="size-4" />} onClick={onPass}>
            Skip for now
          </Button>
          <Button icon={<CircleCheckBig className="size-4" />} onClick={onDone}>
            Confirm all, next
          </Button>
        </>
      }
    >
      <Problem error={failure} />
      {heldBy !== null && <p className="text-sm text-muted">{heldBy}</p>}
      {error ? (
        <Problem error={error} onRetry={refetch} />
      ) : !task || !isMine ? (
        <Waiting rows={8} />
      ) : (
        <TaskResult task={shown ?? task} correctable steps={steps} />
      )}
      <KeysPanel open={helps} onClose={() => setHelps(false)} />
    </Page>
  );
}

function progressOf({ left, total }: { left: number; total: number }): string {
  if (total === 0) return "No value is below the limit.";
  return left === 0 ? "All values are checked." : `${left} of ${countOf(total, "value")} left to check.`;
}
