/** The state of a task in a word. */
import { Check } from "lucide-react";
import type { TaskSummary } from "#api.ts";
import { Spinner } from "#ui/spinner.tsx";
import { Badge } from "#ui/state.tsx";

export function TaskBadge({ task }: { task: Pick<TaskSummary, "status" | "error" | "reviewed_at"> }) {
  if (task.status === "completed")
    return task.reviewed_at === null ? (
      <Badge tone="good">Completed</Badge>
    ) : (
      <Badge tone="good">
        <Check className="size-3" aria-hidden="true" /> Reviewed
      </Badge>
    );
  if (task.error?.code === "cancelled") return <Badge>Cancelled</Badge>;
  if (task.status === "failed") return <Badge tone="bad">Failed</Badge>;
  return (
    <Badge tone="accent">
      <Spinner className="size-3" /> {task.status === "retrying" ? "Retrying" : "Processing"}
    </Badge>
  );
}

/** What a task is called: its file, else the end of its id. */
export const nameOf = ({ document, task_id }: Pick<TaskSummary, "document" | "task_id">) =>
  document.filename ?? `Document ${task_id.slice(-8)}`;
