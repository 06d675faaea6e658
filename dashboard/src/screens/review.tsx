/** The queue of documents to check, the least sure first: each value is confirmed or corrected, by the keyboard if wanted. */
import { useInfiniteQuery, useIsMutating, useMutation, useMutationState, useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { CircleCheckBig, Keyboard, SkipForward } from "lucide-react";
import { useCallback, useEffect, useMemo, useState } from "react";
import { api, setupQuery, taskQuery, tasksQuery, templatesQuery } from "#api.ts";
import { KEYS } from "#document/review-steps.ts";
import { nameOf } from "#document/task-badge.tsx";
import { TaskResult } from "#document/task-result.tsx";
import { SURE } from "#document/values.ts";
import { invalidate, ofCall } from "#query.ts";
import { Button, ButtonLink } from "#ui/button.tsx";
import { countOf } from "#ui/count.ts";
import { Dialog } from "#ui/dialog.tsx";
import { SelectField } from "#ui/field.tsx";
import { Page } from "#ui/page.tsx";
import { Empty, Problem, Waiting } from "#ui/state.tsx";
import { TaskWork } from "#work/panel.tsx";
import { useOpenTask } from "#work/use-open.ts";

const THRESHOLDS = [95, 90, 80, 60];
const REVIEWED = "reviewed";

export function Review() {
  const { below, template } = useSearch({ from: "/shell/review" });
  const queue = useInfiniteQuery(
    tasksQuery({
      review: "needed",
      order: "least_confident",
      status: "completed",
      ...(below === undefined ? {} : { confidence_below: below / 100 }),
      ...(template === undefined ? {} : { template_id: template }),
    }),
  );
  const [passed, setPassed] = useState<readonly string[]>([]);
  const waiting = (queue.data?.pages.flatMap(({ tasks }) => tasks) ?? []).filter(({ task_id }) => !passed.includes(task_id));
  // The one that is being reviewed stays while the list changes around it.
  const [shownId, setShownId] = useState<string | null>(null);
  const first = waiting.find(({ task_id }) => task_id === shownId) ?? waiting[0];
  const firstId = first?.task_id ?? null;
  useEffect(() => setShownId(firstId), [firstId]);
  const more = queue.hasNextPage ? " or more" : "";
  const saving = useIsMutating({ mutationKey: [REVIEWED] });
  useAskBeforeLeaving(saving > 0);
  const lead = "The least certain document comes first. Both the original and the correction are kept.";
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
  if (!first && saving > 0)
    return (
      <Page title="Review" lead={lead}>
        <Waiting rows={1} label="Saving what was reviewed" />
      </Page>
    );
  if (!first)
    return (
      <Page title="Review" lead={lead} actions={<Threshold />}>
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

/** Which documents come, and at which of their values the keys stop. */
function Threshold() {
  const { below, template } = useSearch({ from: "/shell/review" });
  const navigate = useNavigate({ from: "/review" });
  const { data } = useQuery(templatesQuery);
  return (
    <>
      {data && data.templates.length > 1 && (
        <div className="w-44">
          <SelectField
            label="Template"
            hideLabel
            value={template ?? ""}
            onChange={({ target: { value } }) =>
              navigate({ search: ({ template: _, ...others }) => (value ? { ...others, template: value } : others), replace: true })
            }
          >
            <option value="">All templates</option>
            {data.templates.map(({ template_id, name }) => (
              <option key={template_id} value={template_id}>
                {name}
              </option>
            ))}
          </SelectField>
        </div>
      )}
      <div className="w-56">
        <SelectField
          label="Documents to review"
          hideLabel
          value={below ?? ""}
          onChange={({ target: { value } }) =>
            navigate({ search: ({ below: _, ...others }) => (value ? { ...others, below: Number(value) } : others), replace: true })
          }
        >
          <option value="">All documents</option>
          {THRESHOLDS.map((threshold) => (
            <option key={threshold} value={threshold}>
              With a value below {threshold} %
            </option>
          ))}
        </SelectField>
      </div>
    </>
  );
}

type ReviewedProps = { taskId: string; title: string; lead: string; onPass: () => void; onReturn: () => void };

function Reviewed({ taskId, title, lead, onPass, onReturn }: ReviewedProps) {
  const queries = useQueryClient();
  const { below } = useSearch({ from: "/shell/review" });
  const { data: task, error, refetch } = useQuery(taskQuery(taskId));
  const { data: setup } = useQuery(setupQuery);
  const { isMine, heldBy } = useOpenTask(taskId, setup?.session?.person_id ?? "", [REVIEWED, taskId]);
  // Somebody else is at it: the next one.
  // biome-ignore lint/correctness/useExhaustiveDependencies: passing on is of the same document as long as this is shown
  useEffect(() => {
    if (heldBy !== null) onPass();
  }, [heldBy]);
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
          {lead} {progressOf(progress)}
        </>
      }
      actions={
        <>
          <Threshold />
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
        <TaskResult task={task} correctable steps={steps} />
      )}
      <KeysPanel open={helps} onClose={() => setHelps(false)} />
    </Page>
  );
}

function progressOf({ left, total }: { left: number; total: number }): string {
  if (total === 0) return "No value is below the limit.";
  return left === 0 ? "All values are checked." : `${left} of ${countOf(total, "value")} left to check.`;
}

function KeysPanel({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog open={open} onClose={onClose} title="Keys">
      <dl className="grid grid-cols-[auto_1fr] items-baseline gap-x-4 gap-y-2 text-sm">
        {KEYS.map(([keys, does]) => (
          <div key={keys} className="contents">
            <dt>
              <kbd className="rounded-md border bg-sunken px-1.5 py-0.5 font-mono text-xs whitespace-nowrap">{keys}</kbd>
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
