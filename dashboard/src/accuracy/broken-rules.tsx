/** Rules that reviewed documents break, each with its document. */
import { Link } from "@tanstack/react-router";
import type { Schemas } from "#api.ts";
import { cellLook, Table } from "#ui/table.tsx";

type Broken = Pick<Schemas["TemplateEvaluationDetail"]["broken_rules"][number], "task_id" | "name" | "message"> & {
  before?: boolean | null;
};

export function BrokenRules({ label, rules }: { label: string; rules: readonly Broken[] }) {
  return (
    <Table label={label} heads={["Rule", "What it says", "Document"]}>
      {rules.map(({ task_id, name, message, before }) => (
        <tr key={`${task_id} ${name}`}>
          <th scope="row" className={`${cellLook} font-medium`}>
            {name}
          </th>
          <td className={`${cellLook} max-w-96 break-words`}>
            {message}
            {before === true && <span className="block text-xs text-muted">With the published version, too</span>}
          </td>
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
