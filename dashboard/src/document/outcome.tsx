/** How a finished task did, in one line. */
import { ListChecks } from "lucide-react";
import type { Task } from "#api.ts";
import { hasValue, toneOf } from "#document/values.ts";
import { countOf } from "#ui/count.ts";
import { Badge } from "#ui/state.tsx";

export function Outcome({ task }: { task: Task }) {
  const results = Object.values(task.fields ?? {});
  const found = results.filter(hasValue).length;
  const unsure = results.filter((result) => hasValue(result) && toneOf(result) !== "good").length;
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
      <ListChecks className="size-4" aria-hidden="true" />
      <span>
        {found} of {countOf(results.length, "value")} found{unsure > 0 ? `, ${unsure} to check` : ""}
      </span>
      <span>{((task.timing.total_ms ?? 0) / 1000).toFixed(2)} s</span>
      <span>{task.model ?? task.engine}</span>
      {task.cache.hit && <Badge>From the cache</Badge>}
    </p>
  );
}
