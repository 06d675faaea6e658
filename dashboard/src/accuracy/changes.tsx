/** Values that only one of two versions has right, each with its task. */
import { Link } from "@tanstack/react-router";
import { nameOfField } from "#accuracy/figures.ts";
import type { Schemas } from "#api.ts";
import { textOf } from "#document/values.ts";
import { cellLook, Table } from "#ui/table.tsx";

type Change = Pick<Schemas["TemplateEvaluationDetail"]["changes"][number], "task_id" | "path" | "expected" | "after"> & {
  before?: unknown;
};

export function Changes({ label, changes, after }: { label: string; changes: readonly Change[]; after: string }) {
  const hasBefore = changes.some(({ before }) => before !== undefined);
  return (
    <Table label={label} heads={["Value", "Right is", ...(hasBefore ? ["Published"] : []), after, "Document"]}>
      {changes.map(({ task_id, path, expected, before, after: read }) => (
        <tr key={`${task_id} ${path}`}>
          <th scope="row" className={`${cellLook} font-medium`}>
            {nameOfField(path)}
          </th>
          <Value value={expected} />
          {hasBefore && <Value value={before} />}
          <Value value={read} />
          <td className={cellLook}>
            <Link to="/tasks/$taskId" params={{ taskId: task_id }} className="text-accent underline">
              Open
            </Link>
          </td>
        </tr>
      ))}
    </Table>
  );
}

function Value({ value }: { value: unknown }) {
  const text = textOf(value);
  return <td className={`${cellLook} max-w-64 break-words`}>{text || <span className="text-muted">nothing</span>}</td>;
}
