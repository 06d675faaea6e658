/** All tasks, newest first: found by their state, file or metadata, and watched while they run. */
import { keepPreviousData, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useNavigate, useRouter, useSearch } from "@tanstack/react-router";
import { ListTodo, Search } from "lucide-react";
import { useEffect, useState } from "react";
import { type TaskSummary, tasksQuery, templatesQuery } from "#api.ts";
import { BulkActions } from "#tasks/bulk-actions.tsx";
import { RuleFilter } from "#tasks/rule-filter.tsx";
import { TaskTable } from "#tasks/task-table.tsx";
import { ButtonLink } from "#ui/button.tsx";
import { SelectField, TextField } from "#ui/field.tsx";
import { Page } from "#ui/page.tsx";
import { ShowMore } from "#ui/show-more.tsx";
import { Empty, Problem, Waiting } from "#ui/state.tsx";

const TYPED_MS = 250;

export function Tasks() {
  const search = useSearch({ from: "/shell/tasks" });
  const query = useInfiniteQuery({
    ...tasksQuery(search),
    placeholderData: keepPreviousData,
  });
  const tasks = query.data?.pages.flatMap((page) => page.tasks) ?? [];
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const filters = Object.keys(search).length > 0;
  return (
    <Page
      title="Tasks"
      lead="All documents you have sent, with their status and values."
      actions={<ButtonLink to="/playground">New extraction</ButtonLink>}
    >
      <Filters />
      {query.error ? (
        <Problem error={query.error} onRetry={query.refetch} />
      ) : !query.data ? (
        <Waiting rows={8} />
      ) : tasks.length === 0 ? (
        <Nothing filters={filters} />
      ) : (
        <>
          <TaskTable tasks={tasks} chosen={chosen} onChoose={setChosen} />
          <ShowMore list={query}>Show older tasks</ShowMore>
          <BulkActions chosen={tasks.filter(({ task_id }) => chosen.includes(task_id))} onChoose={setChosen} />
        </>
      )}
    </Page>
  );
}

function Filters() {
  const search = useSearch({ from: "/shell/tasks" });
  const navigate = useNavigate({ from: "/tasks" });
  const router = useRouter();
  const templates = useQuery(templatesQuery).data?.templates ?? [];
  const [typed, setTyped] = useState(search.q ?? "");
  useEffect(() => {
    const timer = setTimeout(() => {
      // Whoever has opened a task meanwhile stays on the way to it.
      const isHere = router.latestLocation.pathname === "/tasks";
      if (isHere && typed.trim() !== (search.q ?? ""))
        navigate({ search: (old) => without({ ...old, q: typed.trim() || undefined }), replace: true });
    }, TYPED_MS);
    return () => clearTimeout(timer);
  }, [typed, search.q, navigate, router]);
  return (
    <search className="mb-4 flex flex-wrap gap-3 max-sm:*:w-full sm:*:w-48">
      <div className="relative min-w-64 grow">
        <Search className="pointer-events-none absolute top-2.5 left-3 size-4 text-muted" aria-hidden="true" />
        <TextField
          label="Search by file, ID or metadata"
          hideLabel
          type="search"
          placeholder="Search by file, ID or metadata"
          className="pl-9"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      </div>
      <SelectField
        label="Status"
        hideLabel
        value={search.status ?? ""}
        onChange={(event) =>
          navigate({ search: (old) => without({ ...old, status: (event.target.value || undefined) as TaskSummary["status"] | undefined }) })
        }
      >
        <option value="">All statuses</option>
        <option value="processing">Processing</option>
        <option value="retrying">Retrying</option>
        <option value="completed">Completed</option>
        <option value="failed">Failed</option>
      </SelectField>
      {templates.length > 0 && (
        <SelectField
          label="Template"
          hideLabel
          value={search.template_id ?? ""}
          onChange={(event) =>
            navigate({ search: ({ broken_rule: _, ...old }) => without({ ...old, template_id: event.target.value || undefined }) })
          }
        >
          <option value="">All templates</option>
          {templates.map(({ template_id, name }) => (
            <option key={template_id} value={template_id}>
              {name}
            </option>
          ))}
        </SelectField>
      )}
      <RuleFilter
        templates={templates}
        templateId={search.template_id}
        rule={search.broken_rule}
        onChange={(rule) => navigate({ search: (old) => without({ ...old, broken_rule: rule }) })}
      />
    </search>
  );
}

/** Without what is undefined, so that it does not stand in the address. */
function without<T extends object>(search: T): { [K in keyof T]?: NonNullable<T[K]> } {
  return Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined)) as { [K in keyof T]?: NonNullable<T[K]> };
}

function Nothing({ filters }: { filters: boolean }) {
  if (filters)
    return (
      <Empty
        icon={Search}
        title="No matching tasks"
        action={
          <ButtonLink to="/tasks" kind="secondary">
            Show all tasks
          </ButtonLink>
        }
      >
        No task matches these filters.
      </Empty>
    );
  return (
    <Empty icon={ListTodo} title="No tasks yet" action={<ButtonLink to="/playground">Open the playground</ButtonLink>}>
      A task is one document to extract values from. Send one from the playground, or from your programs with an API key.
    </Empty>
  );
}
