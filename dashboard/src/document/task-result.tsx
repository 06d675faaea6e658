/** A task's values beside its pages: pointing at one shows the other. */
import { FileSearch, ListChecks } from "lucide-react";
import { type ReactNode, useMemo, useState } from "react";
import { pagePicture, type Task } from "#api.ts";
import { type PageBox, PageView } from "#document/page-view.tsx";
import { Pointing, useSelected } from "#document/pointing.ts";
import { ValueDetails, ValueList } from "#document/value-list.tsx";
import { hasValue, nodesOf, type Shown, textOf, toneOf, valuesIn } from "#document/values.ts";
import { Code } from "#ui/copy.tsx";
import { Badge } from "#ui/state.tsx";
import { Tabs } from "#ui/tabs.tsx";

type TaskResultProps = {
  task: Task;
  /** More views of the result, such as code. */
  more?: { name: string; content: ReactNode }[];
  /** What can be done with the chosen value. */
  actions?: (shown: Shown) => ReactNode;
};

export function TaskResult({ task, more = [], actions }: TaskResultProps) {
  const [pointing] = useState(() => new Pointing());
  const selected = useSelected(pointing);
  const nodes = useMemo(() => nodesOf(task), [task]);
  const values = useMemo(() => valuesIn(nodes), [nodes]);
  const boxes = useMemo(() => boxesOf(values), [values]);
  const chosen = values.find(({ pointer }) => pointer === selected);
  const picture = useMemo(() => (page: number, widthPx: number) => pagePicture(task.task_id, page, widthPx), [task.task_id]);
  return (
    <div className="grid gap-4 lg:h-[calc(100dvh-12rem)] lg:min-h-[34rem] lg:grid-cols-[minmax(0,6fr)_minmax(0,5fr)]">
      <div className="h-[65dvh] lg:h-auto lg:min-h-0 [&>div]:h-full">
        <PageView pages={task.document.pages} picture={picture} boxes={boxes} pointing={pointing} />
      </div>
      <div className="flex min-w-0 flex-col gap-3 lg:min-h-0">
        <h2 className="sr-only">Values and where they stand</h2>
        <div className="lg:min-h-0 lg:flex-1 lg:overflow-y-auto">
          <Doubts task={task} />
          <Tabs
            label="Views of the result"
            tabs={[
              {
                name: "Values",
                content: (
                  <div className="rounded-xl border bg-surface">
                    <ValueList nodes={nodes} pointing={pointing} />
                  </div>
                ),
              },
              { name: "JSON", content: <Code label="data" text={JSON.stringify(task.data, null, 2)} /> },
              ...more,
            ]}
          />
        </div>
        <section
          aria-label="Chosen value"
          className="sticky bottom-0 max-h-[45dvh] overflow-y-auto rounded-xl border bg-surface p-4 shadow-lg lg:static lg:shadow-none"
        >
          {chosen ? (
            <ValueDetails shown={chosen} warnings={task.warnings}>
              {actions?.(chosen)}
            </ValueDetails>
          ) : (
            <p className="flex items-center gap-2 text-sm text-muted">
              <FileSearch className="size-4 shrink-0" aria-hidden="true" /> Choose a value, here or on the page, to see where it was read
              from and how sure it is.
            </p>
          )}
        </section>
      </div>
    </div>
  );
}

/** What keeps the result from being whole, and warnings about no single value. */
function Doubts({ task }: { task: Task }) {
  const { completeness, warnings } = task;
  const general = warnings.filter(({ path }) => path === null || !(path in (task.fields ?? {})));
  const failed = completeness?.pages_failed ?? [];
  if (general.length === 0 && failed.length === 0 && !completeness?.truncated) return null;
  return (
    <ul aria-label="Warnings" className="mb-3 space-y-1.5 rounded-xl border border-warn/40 bg-warn-soft px-4 py-3 text-sm">
      {failed.length > 0 && <li>Pages that could not be read: {failed.join(", ")}. Their values are missing.</li>}
      {completeness?.truncated && <li>The document is longer than what was read; values of the rest are missing.</li>}
      {general.map((warning) => (
        <li key={`${warning.code} ${warning.path} ${warning.message}`}>
          <Badge tone="warn">{warning.code.replaceAll("_", " ")}</Badge> {warning.message}
        </li>
      ))}
    </ul>
  );
}

const boxesOf = (values: readonly Shown[]): PageBox[] =>
  values.flatMap(({ pointer, label, result }) =>
    result.evidence.map(({ page, bbox }) => ({
      id: pointer,
      page,
      bbox,
      label: `${label}: ${textOf(result.value) || "not valid"}`,
      tone: toneOf(result),
    })),
  );

/** How a finished task did, in one line. */
export function Outcome({ task }: { task: Task }) {
  const results = Object.values(task.fields ?? {});
  const found = results.filter(hasValue).length;
  const unsure = results.filter((result) => hasValue(result) && toneOf(result) !== "good").length;
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
      <ListChecks className="size-4" aria-hidden="true" />
      <span>
        {found} of {results.length} values found{unsure > 0 ? `, ${unsure} to look at` : ""}
      </span>
      <span>{((task.timing.total_ms ?? 0) / 1000).toFixed(2)} s</span>
      <span>{task.model ?? task.engine}</span>
      {task.cache.hit && <Badge>From the cache</Badge>}
    </p>
  );
}
