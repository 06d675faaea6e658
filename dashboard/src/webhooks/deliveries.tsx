/** The log of every delivery. */

import { useInfiniteQuery, useMutation, useQueryClient } from "@tanstack/react-query";
import { RotateCcw, Webhook } from "lucide-react";
import { Fragment, useState } from "react";
import { api, type DeliveryFilter, deliveriesQuery, type Schemas } from "#api.ts";
import { ForAdmins } from "#app/for-admins.tsx";
import { invalidate, ofCall } from "#query.ts";
import { Button } from "#ui/button.tsx";
import { SelectField } from "#ui/field.tsx";
import { ShowMore } from "#ui/show-more.tsx";
import { Badge, Empty, Problem, Waiting } from "#ui/state.tsx";
import { cellLook, Table, wideLook } from "#ui/table.tsx";
import { Time } from "#ui/time.tsx";

type Delivery = Schemas["Delivery"];

const NAMES = { pending: "Pending", delivered: "Delivered", dead: "Failed" } as const;
const TONES = { pending: "accent", delivered: "good", dead: "bad" } as const;

export function Deliveries() {
  const [filter, setFilter] = useState<DeliveryFilter>({});
  const query = useInfiniteQuery(deliveriesQuery(filter));
  const deliveries = query.data?.pages.flatMap((page) => page.deliveries) ?? [];
  return (
    <section aria-label="Deliveries" className="mt-8">
      <div className="mb-3 flex items-end justify-between gap-3">
        <h2 className="text-lg font-semibold">Deliveries</h2>
        <div className="w-40">
          <SelectField
            label="Status"
            hideLabel
            value={filter.status ?? ""}
            onChange={({ target: { value } }) => setFilter(value ? { status: value as Delivery["status"] } : {})}
          >
            <option value="">All statuses</option>
            {Object.entries(NAMES).map(([status, name]) => (
              <option key={status} value={status}>
                {name}
              </option>
            ))}
          </SelectField>
        </div>
      </div>
      {query.error ? (
        <Problem error={query.error} onRetry={query.refetch} />
      ) : !query.data ? (
        <Waiting />
      ) : deliveries.length === 0 ? (
        <Empty icon={Webhook} title={filter.status ? "No deliveries with this status" : "No deliveries yet"}>
          Set <code className="font-mono">callback_url</code> in a request, or send a test above.
        </Empty>
      ) : (
        <Log deliveries={deliveries} />
      )}
      <ShowMore list={query}>Show older deliveries</ShowMore>
    </section>
  );
}

function Log({ deliveries }: { deliveries: Delivery[] }) {
  const [open, setOpen] = useState<string | null>(null);
  return (
    <Table
      label="Deliveries"
      heads={["Event", "Status", { name: "To", wide: true }, { name: "Response", wide: true }, { name: "Sent", wide: true }, ""]}
    >
      {deliveries.map((delivery) => {
        const last = delivery.log.at(-1);
        const isOpen = open === delivery.delivery_id;
        return (
          <Fragment key={delivery.delivery_id}>
            <tr>
              <th scope="row" className={`${cellLook} font-mono text-xs font-medium break-all`}>
                {delivery.event_type}
              </th>
              <td className={cellLook}>
                <Badge tone={TONES[delivery.status]}>{NAMES[delivery.status]}</Badge>
              </td>
              <td className={`${wideLook} max-w-60 truncate`} title={delivery.url}>
                {delivery.url}
              </td>
              <td className={`${wideLook} whitespace-nowrap`}>
                {last ? `${last.response_status ?? last.error ?? "None"} · ${last.duration_ms} ms` : delivery.reason ? "Not sent" : "–"}
              </td>
              <td className={wideLook}>
                <Time at={delivery.created_at} />
              </td>
              <td className="px-4 py-2 text-right">
                <Button kind="quiet" aria-expanded={isOpen} onClick={() => setOpen(isOpen ? null : delivery.delivery_id)}>
                  Details<span className="sr-only"> of {delivery.delivery_id}</span>
                </Button>
              </td>
            </tr>
            {isOpen && (
              <tr>
                <td colSpan={6} className="bg-sunken/60 px-4 py-3">
                  <Details delivery={delivery} />
                </td>
              </tr>
            )}
          </Fragment>
        );
      })}
    </Table>
  );
}

function Details({ delivery }: { delivery: Delivery }) {
  const queries = useQueryClient();
  const replay = useMutation({
    mutationFn: () => api.post("/api/extractor/v1/deliveries/{delivery_id}/replay", { path: { delivery_id: delivery.delivery_id } }),
    onSuccess: () => invalidate(queries, ofCall("/api/extractor/v1/deliveries"), ofCall("/api/extractor/v1/webhook-origins")),
  });
  return (
    <div className="space-y-3 text-sm">
      <p className="break-all">
        To <span className="font-mono text-xs">{delivery.url}</span>,{" "}
        <code className="font-mono text-xs">webhook-id: {delivery.webhook_id}</code>
      </p>
      <ol className="space-y-2">
        {delivery.log.map((attempt) => (
          <li key={attempt.number} className="rounded-lg border bg-surface px-3 py-2">
            <strong>Attempt {attempt.number}</strong>: {attempt.response_status ?? "no response"}
            {attempt.error && `, ${attempt.error}`}, {attempt.duration_ms} ms, <Time at={attempt.started_at} />
            {attempt.response_excerpt && (
              <pre className="mt-1 max-h-40 overflow-auto font-mono text-xs whitespace-pre-wrap">{attempt.response_excerpt}</pre>
            )}
          </li>
        ))}
      </ol>
      {delivery.reason && <p className="text-bad">{delivery.reason}</p>}
      {delivery.next_attempt_at && (
        <p className="text-muted">
          Next attempt <Time at={delivery.next_attempt_at} />.
        </p>
      )}
      <Problem error={replay.error} />
      <ForAdmins>
        <Button kind="secondary" icon={<RotateCcw className="size-4" />} busy={replay.isPending} onClick={() => replay.mutate()}>
          Send again
        </Button>
      </ForAdmins>
    </div>
  );
}
