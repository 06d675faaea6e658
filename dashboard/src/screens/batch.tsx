/** One batch: its progress, its tasks by state, and what can be done with all of them. */
import { keepPreviousData, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Link, useParams, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { type BatchSummary, batchQuery, type TaskSummary, tasksQuery, templatesQuery } from "#api.ts";
import { BatchActions } from "#batches/batch-actions.tsx";
import { durationOf, progressOf, rateOf } from "#batches/progress.ts";
import { ProgressBar } from "#batches/progress-bar.tsx";
import { BulkActions } from "#tasks/bulk-actions.tsx";
import { TaskTable } from "#tasks/task-table.tsx";
import { countOf } from "#ui/count.ts";
import { Page } from "#ui/page.tsx";
import { ShowMore } from "#ui/show-more.tsx";
import { Problem, Waiting } from "#ui/state.tsx";
import { Time } from "#ui/time.tsx";

export function Batch() {
  const { batchId } = useParams({ from: "/shell/batches/$batchId" });
  const { data, error, refetch } = useQuery(batchQuery(batchId));
  if (error) return <Problem error={error} onRetry={refetch} />;
  if (!data) return <Waiting rows={6} />;
  return (
    <Page title={countOf(data.total, "document")} lead={<About batch={data} />} actions={<BatchActions batch={data} />}>
      <Progress batch={data} />
      <TasksOf batch={data} />
    </Page>
  );
}

function About({ batch: { template, created_at } }: { batch: BatchSummary }) {
  const named = useQuery(templatesQuery).data?.templates.find(({ template_id }) => template_id === template?.template_id);
  return (
    <>
      Sent <Time at={created_at} />
      {template && (
        <>
          , read by{" "}
          {named ? (
            <Link to="/templates/$templateId" params={{ templateId: named.template_id }} className="text-accent underline">
              {named.name}
            </Link>
          ) : (
            "a template that was deleted"
          )}
        </>
      )}
    </>
  );
}

function Progress({ batch }: { batch: BatchSummary }) {
  const { open, perMinute, secondsLeft } = progressOf(batch, Date.now());
  const rate = perMinute === null ? null : rateOf(perMinute);
  return (
    <section aria-label="Progress" className="mb-5 rounded-xl border bg-surface p-4">
      <ProgressBar batch={batch} label="Progress of the batch" />
      <p role="status" className="mt-2 text-sm">
        {open === 0
          ? "All documents are done"
          : secondsLeft === null
            ? "Waiting for the first document"
            : `${sentence(durationOf(secondsLeft))} left`}
        {rate && <span className="text-muted">, {rate}</span>}
      </p>
    </section>
  );
}

const sentence = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

const STATES: readonly { name: string; status?: TaskSummary["status"] }[] = [
  { name: "All" },
  { name: "Completed", status: "completed" },
  { name: "Failed", status: "failed" },
  { name: "Processing", status: "processing" },
  { name: "Retrying", status: "retrying" },
];

function TasksOf({ batch }: { batch: BatchSummary }) {
  const { status } = useSearch({ from: "/shell/batches/$batchId" });
  const query = useInfiniteQuery({
    ...tasksQuery({ batch_id: batch.batch_id, ...(status ? { status } : {}) }),
    placeholderData: keepPreviousData,
  });
  const tasks = query.data?.pages.flatMap((page) => page.tasks) ?? [];
  const [chosen, setChosen] = useState<readonly string[]>([]);
  return (
    <>
      <StateLinks batch={batch} />
      {query.error ? (
        <Problem error={query.error} onRetry={query.refetch} />
      ) : !query.data ? (
        <Waiting rows={6} />
      ) : tasks.length === 0 ? (
        <p className="rounded-xl border border-dashed px-4 py-8 text-center text-sm text-muted">
          {status ? "No document of this batch is in this state." : "The documents of this batch were deleted."}
        </p>
      ) : (
        <>
          <TaskTable tasks={tasks} chosen={chosen} onChoose={setChosen} />
          <ShowMore list={query}>Show more documents</ShowMore>
          <BulkActions chosen={tasks.filter(({ task_id }) => chosen.includes(task_id))} onChoose={setChosen} />
        </>
      )}
    </>
  );
}

function StateLinks({ batch: { batch_id, counts } }: { batch: BatchSummary }) {
  const { status } = useSearch({ from: "/shell/batches/$batchId" });
  const all = counts.completed + counts.failed + counts.processing + counts.retrying;
  const seen = STATES.filter((each) => each.status !== "retrying" || counts.retrying > 0 || status === "retrying");
  return (
    <nav aria-label="Documents by state" className="mb-3 flex flex-wrap gap-1 text-sm">
      {seen.map((each) => (
        <Link
          key={each.name}
          to="/batches/$batchId"
          params={{ batchId: batch_id }}
          search={each.status ? { status: each.status } : {}}
          replace
          resetScroll={false}
          aria-current={each.status === status ? "page" : undefined}
          className={`rounded-lg px-3 py-1.5 ${each.status === status ? "bg-accent-soft font-medium text-accent" : "text-muted hover:bg-sunken hover:text-ink"}`}
        >
          {each.name} <span className="tabular-nums">{each.status ? counts[each.status] : all}</span>
        </Link>
      ))}
    </nav>
  );
}
