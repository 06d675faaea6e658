/** Batches: many documents sent at once, each of them a task. */
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Layers } from "lucide-react";
import { type BatchSummary, batchesQuery, templatesQuery } from "#api.ts";
import { NewBatch } from "#batches/new-batch.tsx";
import { durationOf, progressOf } from "#batches/progress.ts";
import { ProgressBar } from "#batches/progress-bar.tsx";
import { countOf } from "#ui/count.ts";
import { Page } from "#ui/page.tsx";
import { ShowMore } from "#ui/show-more.tsx";
import { Badge, Empty, Problem, Waiting } from "#ui/state.tsx";
import { cellLook, Table, wideLook } from "#ui/table.tsx";
import { Time } from "#ui/time.tsx";

export function Batches() {
  const query = useInfiniteQuery(batchesQuery);
  const batches = query.data?.pages.flatMap((page) => page.batches) ?? [];
  return (
    <Page title="Batches" lead="Many documents at once, read by one template. Each becomes a task; one that cannot be read stops no other.">
      <NewBatch />
      {query.error ? (
        <Problem error={query.error} onRetry={query.refetch} />
      ) : !query.data ? (
        <Waiting />
      ) : batches.length === 0 ? (
        <Empty icon={Layers} title="No batches yet">
          Drop a folder's files above, or send up to 1,000 documents in one request to <code>POST /extract-batch</code>. Their progress is
          shown here.
        </Empty>
      ) : (
        <>
          <BatchTable batches={batches} />
          <ShowMore list={query}>Show older batches</ShowMore>
        </>
      )}
    </Page>
  );
}

function BatchTable({ batches }: { batches: readonly BatchSummary[] }) {
  const templates = useQuery(templatesQuery).data?.templates ?? [];
  return (
    <Table label="Batches" heads={["Batch", "Progress", { name: "Status", wide: true }, { name: "Sent", wide: true }]}>
      {batches.map((batch) => {
        const name = countOf(batch.total, "document");
        const template = templates.find(({ template_id }) => template_id === batch.template?.template_id);
        return (
          <tr key={batch.batch_id} className="relative hover:bg-sunken/60">
            <th scope="row" className={`${cellLook} font-medium`}>
              <Link
                to="/batches/$batchId"
                params={{ batchId: batch.batch_id }}
                className="text-accent after:absolute after:inset-0 hover:underline"
              >
                {name}
              </Link>
              <span className="block max-w-48 truncate text-xs font-normal text-muted">
                {template?.name ?? `…${batch.batch_id.slice(-8)}`}
              </span>
            </th>
            <td className={cellLook}>
              <ProgressBar batch={batch} label={`Progress of ${name}`} />
            </td>
            <td className={wideLook}>
              <BatchState batch={batch} />
            </td>
            <td className={wideLook}>
              <Time at={batch.created_at} />
            </td>
          </tr>
        );
      })}
    </Table>
  );
}

function BatchState({ batch }: { batch: BatchSummary }) {
  const { open, failed, secondsLeft } = progressOf(batch, Date.now());
  if (open === 0) return failed > 0 ? <Badge tone="warn">Done, some failed</Badge> : <Badge tone="good">Done</Badge>;
  return (
    <>
      <Badge tone="accent">Processing</Badge>
      {secondsLeft !== null && <span className="mt-1 block text-xs text-muted">{durationOf(secondsLeft)} left</span>}
    </>
  );
}
