/** Says that a document was read as others of its layout were corrected, and lets that be forgotten. */

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { History } from "lucide-react";
import { api, type Task } from "#api.ts";
import { ForAdmins } from "#app/for-admins.tsx";
import { below, invalidate } from "#query.ts";
import { Button } from "#ui/button.tsx";
import { countOf } from "#ui/count.ts";
import { Problem } from "#ui/state.tsx";
import { Time } from "#ui/time.tsx";

export function Remembered({ task: { memory, template } }: { task: Task }) {
  const queries = useQueryClient();
  const forget = useMutation({
    mutationFn: ({ template_id, layout_id }: { template_id: string; layout_id: string }) =>
      api.delete("/api/extractor/v1/templates/{template_id}/memory/{layout_id}", { path: { template_id, layout_id } }),
    onSuccess: () => invalidate(queries, below("/api/extractor/v1/templates")),
  });
  if (!memory) return null;
  const { layout_id, examples, last_task_id, last_reviewed_at } = memory;
  return (
    <div className="m-3 flex flex-wrap items-center gap-x-3 gap-y-1 rounded-lg bg-accent-soft px-3 py-2 text-sm">
      <History className="size-4 shrink-0" aria-hidden="true" />
      <p className="min-w-0 flex-1">
        Read as {examples > 1 ? `${countOf(examples, "document")} like it were` : "one like it was"} corrected, last{" "}
        <Link to="/tasks/$taskId" params={{ taskId: last_task_id }} className="underline">
          <Time at={last_reviewed_at} />
        </Link>
        .
      </p>
      {template && !forget.isSuccess && (
        <ForAdmins>
          <Button
            kind="quiet"
            className="px-2 py-1"
            busy={forget.isPending}
            onClick={() => forget.mutate({ template_id: template.template_id, layout_id })}
          >
            Forget this layout
          </Button>
        </ForAdmins>
      )}
      {forget.isSuccess && <span className="text-muted">Forgotten: the next ones are read without it.</span>}
      <Problem error={forget.error} />
    </div>
  );
}
