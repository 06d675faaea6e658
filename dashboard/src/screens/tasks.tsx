/** All tasks, newest first: found by their state, file or metadata, and watched while they run. */
import { keepPreviousData, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Link, useNavigate, useRouter, useSearch } from "@tanstack/react-router";
import { ListTodo, Search } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { type TaskSummary, tasksQuery, templatesQuery } from "#api.ts";
import { Confidence } from "#document/confidence.tsx";
import { nameOf, TaskBadge } from "#document/task-badge.tsx";
import { TaskTemplate } from "#document/task-template.tsx";
import { BulkActions } from "#tasks/bulk-actions.tsx";
import { ButtonLink } from "#ui/button.tsx";
import { SelectField, TextField } from "#ui/field.tsx";
import { Page } from "#ui/page.tsx";
import { ShowMore } from "#ui/show-more.tsx";
import { Empty, Problem, Waiting } from "#ui/state.tsx";
import { cellLook, numberLook, Table, wideLook } from "#ui/table.tsx";
import { Time } from "#ui/time.tsx";

const TYPED_MS = 250;

export function Tasks() {
  const search = useSearch({ from: "/shell/tasks" });
  const query = useInfiniteQuery({
    ...tasksQuery(search),
    placeholderData: keepPreviousData,
  });
  const tasks = query.data?.pages.flatMap((page) => page.tasks) ?? [];
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const filters = search.status !== undefined || search.q !== undefined || search.template_id !== undefined;
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
    <search className={`mb-4 grid gap-3 ${templates.length > 0 ? "sm:grid-cols-[1fr_12rem_12rem]" : "sm:grid-cols-[1fr_12rem]"}`}>
      <div className="relative">
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
          onChange={(event) => navigate({ search: (old) => without({ ...old, template_id: event.target.value || undefined }) })}
        >
          <option value="">All templates</option>
          {templates.map(({ template_id, name }) => (
            <option key={template_id} value={template_id}>
              {name}
            </option>
          ))}
        </SelectField>
      )}
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

type Choice = { tasks: TaskSummary[]; chosen: readonly string[]; onChoose: (ids: string[]) => void };

function TaskTable({ tasks, chosen, onChoose }: Choice) {
  const shown = chosen.filter((id) => tasks.some(({ task_id }) => task_id === id));
  const heads = [
    {
      key: "choice",
      name: (
        <ChooseAll
          some={shown.length > 0}
          all={shown.length === tasks.length}
          onChange={(all) => onChoose(all ? tasks.map(({ task_id }) => task_id) : [])}
        />
      ),
    },
    "Document",
    "Status",
    { name: "Confidence", wide: true, number: true },
    { name: "Template", wide: true },
    { name: "Pages", wide: true, number: true },
    { name: "Engine", wide: true },
    { name: "Created", wide: true },
  ];
  return (
    <Table label="Tasks" heads={heads}>
      {tasks.map((task) => (
        <tr key={task.task_id} className="relative hover:bg-sunken/60 has-checked:bg-accent-soft/50">
          <td className="w-8 py-3 pl-4 align-middle">
            <input
              type="checkbox"
              aria-label={`Select ${nameOf(task)}`}
              checked={chosen.includes(task.task_id)}
              onChange={({ target }) => onChoose(target.checked ? [...shown, task.task_id] : shown.filter((id) => id !== task.task_id))}
              className="relative z-1 block size-4 accent-accent"
            />
          </td>
          <th scope="row" className={`${cellLook} max-w-xs font-medium`}>
            <Link to="/tasks/$taskId" params={{ taskId: task.task_id }} className="block truncate after:absolute after:inset-0">
              {nameOf(task)}
            </Link>
          </th>
          <td className={cellLook}>
            <TaskBadge task={task} />
          </td>
          <td className={`${wideLook} ${numberLook}`}>
            <Confidence confidence={task.confidence} />
          </td>
          <td className={wideLook}>
            <TaskTemplate template={task.template} />
          </td>
          <td className={`${wideLook} ${numberLook}`}>{task.document.page_count ?? "–"}</td>
          <td className={wideLook}>{task.model ?? task.engine ?? task.provider ?? "–"}</td>
          <td className={wideLook}>
            <Time at={task.created_at} />
          </td>
        </tr>
      ))}
    </Table>
  );
}

function ChooseAll({ some, all, onChange }: { some: boolean; all: boolean; onChange: (all: boolean) => void }) {
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (box.current) box.current.indeterminate = some && !all;
  }, [some, all]);
  return (
    <input
      ref={box}
      type="checkbox"
      aria-label="Select all tasks shown"
      checked={all}
      onChange={({ target }) => onChange(target.checked)}
      className="block size-4 accent-accent"
    />
  );
}
