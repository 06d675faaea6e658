/** A value put right by a person. What was read stays beside it. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { api, taskQuery } from "#api.ts";
import { type Shown, textOf } from "#document/values.ts";
import { Button } from "#ui/button.tsx";
import { TextField } from "#ui/field.tsx";
import { Problem } from "#ui/state.tsx";

export function CorrectValue({ taskId, shown }: { taskId: string; shown: Shown }) {
  const queries = useQueryClient();
  const current = textOf(shown.corrected === undefined ? shown.result.value : shown.corrected);
  const [typed, setTyped] = useState<string | null>(null);
  const correct = useMutation({
    mutationFn: (value: unknown) =>
      api.post("/api/extractor/v1/tasks/{task_id}/review", {
        path: { task_id: taskId },
        body: { corrections: { [shown.pointer]: value } },
      }),
    onSuccess: (task) => {
      setTyped(null);
      queries.setQueryData(taskQuery(taskId).queryKey, task);
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    correct.mutate(typed?.trim() ? typed.trim() : null);
  };
  if (typed === null)
    return (
      <div className="flex flex-wrap gap-2">
        <Button kind="secondary" onClick={() => setTyped(current)}>
          Correct
        </Button>
        {shown.corrected !== undefined && (
          <Button kind="quiet" busy={correct.isPending} onClick={() => correct.mutate(shown.result.value)}>
            Take the correction back
          </Button>
        )}
      </div>
    );
  return (
    <form onSubmit={submit} className="space-y-2">
      <TextField
        label="Right value"
        autoFocus
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === "Escape") setTyped(null);
        }}
        hint="As it stands on the page, or empty when it is not there."
      />
      <Problem error={correct.error} />
      <div className="flex gap-2">
        <Button type="submit" busy={correct.isPending}>
          Save correction
        </Button>
        <Button kind="quiet" onClick={() => setTyped(null)}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
