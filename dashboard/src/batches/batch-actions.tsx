/** What can be done with a whole batch: retry what failed, take the results home, delete it. */

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { Download, RotateCcw, Trash2 } from "lucide-react";
import { useState } from "react";
import { api, type BatchSummary, sender, type Task } from "#api.ts";
import { download } from "#app/csv.ts";
import { ForAdmins } from "#app/for-admins.tsx";
import { below, invalidate, readWhole } from "#query.ts";
import { eachOf } from "#tasks/each-of.ts";
import { valuesCsv } from "#tasks/values-csv.ts";
import { Button, buttonLook } from "#ui/button.tsx";
import { Confirm } from "#ui/confirm.tsx";
import { countOf } from "#ui/count.ts";
import { Problem } from "#ui/state.tsx";

const RESULTS = "/api/extractor/v1/extract-batch";

export function BatchActions({ batch: { batch_id, counts } }: { batch: BatchSummary }) {
  const [asking, setAsking] = useState(false);
  const queries = useQueryClient();
  const navigate = useNavigate();
  const retry = useMutation({
    mutationFn: async () => {
      const pages = await readWhole("/api/extractor/v1/tasks", { query: { batch_id, status: "failed" } });
      const failed = pages.flatMap(({ tasks }) => tasks);
      await eachOf(
        failed,
        async ({ task_id }) => void (await sender.api.post("/api/extractor/v1/tasks/{task_id}/retry", { path: { task_id } })),
      );
    },
    onSettled: () => invalidate(queries, below("/api/extractor/v1/tasks"), below("/api/extractor/v1/extract-batch")),
  });
  const save = useMutation({
    mutationFn: async () => download("values.csv", "text/csv", valuesCsv(await resultsOf(batch_id))),
  });
  const remove = useMutation({
    mutationFn: () => api.delete("/api/extractor/v1/extract-batch/{batch_id}", { path: { batch_id } }),
    onSuccess: async () => {
      await navigate({ to: "/batches" });
      await invalidate(queries, below("/api/extractor/v1/tasks"), below("/api/extractor/v1/extract-batch"));
    },
  });
  return (
    <>
      {counts.failed > 0 && (
        <Button kind="secondary" icon={<RotateCcw className="size-4" />} busy={retry.isPending} onClick={() => retry.mutate()}>
          Retry {countOf(counts.failed, "failed document")}
        </Button>
      )}
      <Button
        kind="secondary"
        icon={<Download className="size-4" />}
        busy={save.isPending}
        disabled={counts.completed === 0}
        onClick={() => save.mutate()}
      >
        Values as CSV
      </Button>
      <a href={`${RESULTS}/${batch_id}/results`} download={`${batch_id}.jsonl`} className={buttonLook("secondary")}>
        <Download className="size-4" aria-hidden="true" />
        Results as JSON Lines
      </a>
      <ForAdmins>
        <Button kind="danger" icon={<Trash2 className="size-4" />} onClick={() => setAsking(true)}>
          Delete
        </Button>
      </ForAdmins>
      <div className="w-full empty:hidden">
        <Problem error={retry.error ?? save.error} />
      </div>
      <Confirm
        open={asking}
        onClose={() => setAsking(false)}
        title="Delete this batch?"
        deed="Delete the batch"
        onConfirm={() => remove.mutate()}
        busy={remove.isPending}
        error={remove.error}
      >
        Its documents, their values and their webhook logs will be deleted permanently. Documents that are still read are stopped.
      </Confirm>
    </>
  );
}

/** The completed tasks in the order of the request. */
async function resultsOf(batch_id: string): Promise<Task[]> {
  const answer = await api.open(`${RESULTS}/{batch_id}/results`, { path: { batch_id } });
  const lines = (await answer.text()).split("\n").filter((line) => line !== "");
  return lines.map((line) => JSON.parse(line) as Task).filter(({ status }) => status === "completed");
}
