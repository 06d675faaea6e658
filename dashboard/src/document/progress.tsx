/** How far a task is, step by step. */
import type { TaskSummary } from "#api.ts";
import { Spinner } from "#ui/spinner.tsx";

const STEPS = {
  queued: "Waiting",
  fetching: "Fetching the document",
  reading: "Reading the pages",
  extracting: "Finding the values",
  checking: "Checking",
  done: "Done",
};

export function Progress({ task }: { task: Pick<TaskSummary, "status" | "stage" | "message"> | undefined }) {
  const told = !task ? "Sending" : task.status === "retrying" ? task.message : STEPS[task.stage];
  return (
    <p role="status" className="flex items-center gap-2 py-2 text-sm text-muted">
      <Spinner className="size-4 text-accent" /> {told}…
    </p>
  );
}
