/** Tasks as a table, of which some can be chosen. */
import { Link } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import type { TaskSummary } from "#api.ts";
import { Confidence } from "#document/confidence.tsx";
import { nameOf, TaskBadge } from "#document/task-badge.tsx";
import { TaskTemplate } from "#document/task-template.tsx";
import { cellLook, numberLook, Table, wideLook } from "#ui/table.tsx";
import { Time } from "#ui/time.tsx";

type Choice = { tasks: readonly TaskSummary[]; chosen: readonly string[]; onChoose: (ids: string[]) => void };

export function TaskTable({ tasks, chosen, onChoose }: Choice) {
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
