/** All tasks, newest first: found by their state, file or metadata, and watched while they run. */
import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { ListTodo, Search } from "lucide-react";
import { useEffect, useState } from "react";
import { type TaskSummary, tasksQuery } from "#api.ts";
import { isFinished } from "#document/live-task.ts";
import { nameOf, TaskBadge } from "#document/task-badge.tsx";
import { Button, ButtonLink } from "#ui/button.tsx";
import { SelectField, TextField } from "#ui/field.tsx";
import { Page } from "#ui/page.tsx";
import { Empty, Problem, Waiting } from "#ui/state.tsx";
import { cellLook, Table, wideLook } from "#ui/table.tsx";
import { Time } from "#ui/time.tsx";

const WATCH_MS = 2_000;
const TYPED_MS = 250;

export function Tasks() {
  const search = useSearch({ from: "/shell/tasks" });
  const query = useInfiniteQuery({
    ...tasksQuery(search),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.pages.some(({ tasks }) => tasks.some((task) => !isFinished(task))) ? WATCH_MS : false),
  });
  const tasks = query.data?.pages.flatMap((page) => page.tasks) ?? [];
  const filters = search.status !== undefined || search.q !== undefined;
  return (
    <Page
      title="Tasks"
      lead="Every document that was sent, and what became of it."
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
          <TaskTable tasks={tasks} />
          {query.hasNextPage && (
            <div className="mt-4 flex justify-center">
              <Button kind="secondary" busy={query.isFetchingNextPage} onClick={() => query.fetchNextPage()}>
                Show older tasks
              </Button>
            </div>
          )}
        </>
      )}
    </Page>
  );
}

function Filters() {
  const search = useSearch({ from: "/shell/tasks" });
  const navigate = useNavigate({ from: "/tasks" });
  const [typed, setTyped] = useState(search.q ?? "");
  useEffect(() => {
    const timer = setTimeout(() => {
      if (typed.trim() !== (search.q ?? ""))
        navigate({ search: (old) => without({ ...old, q: typed.trim() || undefined }), replace: true });
    }, TYPED_MS);
    return () => clearTimeout(timer);
  }, [typed, search.q, navigate]);
  return (
    <search className="mb-4 grid gap-3 sm:grid-cols-[1fr_12rem]">
      <div className="relative">
        <Search className="pointer-events-none absolute top-2.5 left-3 size-4 text-muted" aria-hidden="true" />
        <TextField
          label="Search by file, id or metadata"
          hideLabel
          type="search"
          placeholder="Search by file, id or metadata"
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
        <option value="">All states</option>
        <option value="processing">Processing</option>
        <option value="retrying">Retrying</option>
        <option value="completed">Completed</option>
        <option value="failed">Failed</option>
      </SelectField>
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
        title="No task fits"
        action={
          <ButtonLink to="/tasks" kind="secondary">
            Show all tasks
          </ButtonLink>
        }
      >
        Nothing of this account has that state and these words in its file name, id or metadata.
      </Empty>
    );
  return (
    <Empty icon={ListTodo} title="No task yet" action={<ButtonLink to="/playground">Open the playground</ButtonLink>}>
      A task is one document that is read. Send one from the playground, or from your programs with an API key.
    </Empty>
  );
}

function TaskTable({ tasks }: { tasks: TaskSummary[] }) {
  return (
    <Table label="Tasks" heads={["Document", "Status", "~Pages", "~Read by", "Created"]}>
      {tasks.map((task) => (
        <tr key={task.task_id} className="relative hover:bg-sunken/60">
          <th scope="row" className={`${cellLook} max-w-xs font-medium`}>
            <Link to="/tasks/$taskId" params={{ taskId: task.task_id }} className="block truncate after:absolute after:inset-0">
              {nameOf(task)}
            </Link>
          </th>
          <td className={cellLook}>
            <TaskBadge task={task} />
          </td>
          <td className={`${wideLook} tabular-nums`}>{task.document.page_count ?? "–"}</td>
          <td className={wideLook}>{task.model ?? task.engine ?? task.provider ?? "–"}</td>
          <td className={cellLook}>
            <Time at={task.created_at} />
          </td>
        </tr>
      ))}
    </Table>
  );
}
