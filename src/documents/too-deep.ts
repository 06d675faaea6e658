/** The failure for a structure that is nested deeper than a recursive walk can go. */
import { TaskFailure } from "#contract/task-errors.ts";

export function tooDeep(internal: string): TaskFailure {
  const message = "Reading the file was stopped at a resource limit: its contents are nested too deeply. Simplify it, or export it as PDF.";
  return new TaskFailure("deadline_exceeded", { message, internal });
}
