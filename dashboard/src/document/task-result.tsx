/** A task's values beside its pages: pointing at one shows the other. */
import { useQuery } from "@tanstack/react-query";
import { FileSearch } from "lucide-react";
import { type ReactNode, useMemo, useState } from "react";
import { pagePicture, type Task, taskSchemaQuery } from "#api.ts";
import { CorrectValue } from "#document/correct-value.tsx";
import type { PageBox } from "#document/page-picture.tsx";
import { PageView } from "#document/page-view.tsx";
import { Pointing, useSelected } from "#document/pointing.ts";
import { Remembered } from "#document/remembered.tsx";
import { type ReviewSteps, useReviewSteps } from "#document/review-steps.ts";
import { type Reviewing, useReviewing } from "#document/reviewing.ts";
import { RowEditing } from "#document/row-editing.tsx";
import { RULE_WARNINGS, RuleOutcomes } from "#document/rule-outcomes.tsx";
import { ValueDetails } from "#document/value-details.tsx";
import { ValueList } from "#document/value-list.tsx";
import { nodesOf, type Shown, textOf, toneOf, valuesIn } from "#document/values.ts";
import { Code } from "#ui/copy.tsx";
import { Badge } from "#ui/state.tsx";
import { Tabs } from "#ui/tabs.tsx";

type TaskResultProps = {
  task: Task;
  /** More views of the result, such as code. */
  more?: { name: string; content: ReactNode }[];
  /** Whether values can be corrected here. */
  correctable?: boolean;
  /** Goes through the values one by one. */
  steps?: ReviewSteps;
  /** Of a locked PDF, where it is known. */
  password?: string | undefined;
};

export function TaskResult({ task, more = [], correctable = false, steps, password: known }: TaskResultProps) {
  const [pointing] = useState(() => new Pointing());
  const selected = useSelected(pointing);
  const [password, setPassword] = useState<string | null>(known ?? null);
  const { data: asked } = useQuery({ ...taskSchemaQuery(task.task_id), enabled: correctable });
  const nodes = useMemo(() => nodesOf(task, asked?.extraction_schema.fields), [task, asked]);
  const values = useMemo(() => valuesIn(nodes), [nodes]);
  const boxes = useMemo(() => boxesOf(values), [values]);
  const chosen = values.find(({ pointer }) => pointer === selected);
  const picture = useMemo(() => (page: number, widthPx: number) => pagePicture(task.task_id, page, widthPx), [task.task_id]);
  const reviewing = useReviewing(task, chosen, password, () => steps && go.saved());
  const go = useReviewSteps(steps, { values, chosen, pointing, reviewing });
  return (
    <div className="grid gap-4 lg:min-h-0 lg:flex-1 lg:grid-cols-[minmax(0,6fr)_minmax(0,5fr)]">
      <h2 className="sr-only">Values and where they are on the page</h2>
      <div className="h-[65dvh] lg:h-auto lg:min-h-0 [&>div]:h-full">
        <PageView
          pages={task.document.pages}
          picture={picture}
          boxes={boxes}
          pointing={pointing}
          onDraw={reviewing.isDrawing ? reviewing.take : undefined}
          password={password}
          onPassword={setPassword}
        />
      </div>
      <div className="flex min-w-0 flex-col rounded-xl border bg-surface lg:min-h-0">
        <Tabs
          panel
          label="Views of the result"
          tabs={[
            {
              name: "Values",
              content: (
                <RowEditing reviewing={correctable ? reviewing : null} data={task.data}>
                  <Remembered task={task} />
                  <RuleOutcomes task={task} pointing={pointing} />
                  <Doubts task={task} />
                  <ValueList nodes={nodes} pointing={pointing} />
                </RowEditing>
              ),
            },
            { name: "JSON", content: <Code label="data" text={JSON.stringify(task.data, null, 2)} plain /> },
            ...more,
          ]}
        />
        <Chosen shown={chosen} task={task} reviewing={correctable ? reviewing : null} />
      </div>
    </div>
  );
}

function Chosen({ shown, task, reviewing }: { shown: Shown | undefined; task: Task; reviewing: Reviewing | null }) {
  return (
    <section
      aria-label="Chosen value"
      className="sticky bottom-0 max-h-[45dvh] shrink-0 overflow-y-auto rounded-b-xl border-t bg-surface p-4 shadow-[0_-4px_12px_rgb(0_0_0/0.06)] lg:static lg:shadow-none"
    >
      {shown ? (
        <ValueDetails shown={shown} warnings={task.warnings}>
          {reviewing && <CorrectValue shown={shown} reviewing={reviewing} />}
        </ValueDetails>
      ) : (
        <p className="flex items-center gap-2 text-sm text-muted">
          <FileSearch className="size-4 shrink-0" aria-hidden="true" /> Choose a value, here or on the page, to see where it was read and
          how certain it is.
        </p>
      )}
    </section>
  );
}

/** What keeps the result from being whole, and warnings about no single value. */
function Doubts({ task }: { task: Task }) {
  const { completeness, warnings } = task;
  const general = warnings.filter(({ path, code }) => !RULE_WARNINGS.has(code) && (path === null || !(path in (task.fields ?? {}))));
  const failed = completeness?.pages_failed ?? [];
  if (general.length === 0 && failed.length === 0 && !completeness?.truncated) return null;
  return (
    <ul aria-label="Warnings" className="m-3 space-y-1.5 rounded-lg bg-warn-soft px-3 py-2 text-sm">
      {failed.length > 0 && <li>Pages that could not be read: {failed.join(", ")}. Their values are missing.</li>}
      {completeness?.truncated && <li>The document is too long to be read to its end. Values from the rest are missing.</li>}
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
