/** What is sent to your own servers: the secret that signs it, a test, and the log of every delivery. */
import { useInfiniteQuery, useMutation, useQueryClient } from "@tanstack/react-query";
import { RotateCcw, Send, Webhook } from "lucide-react";
import { type FormEvent, Fragment, useState } from "react";
import { api, type DeliveryFilter, dataOf, deliveriesQuery, type Schemas } from "#api.ts";
import { errorOf, restOf } from "#app/form-errors.ts";
import { Button } from "#ui/button.tsx";
import { Confirm } from "#ui/confirm.tsx";
import { CopyButton } from "#ui/copy.tsx";
import { Dialog, DialogButtons } from "#ui/dialog.tsx";
import { SelectField, TextField } from "#ui/field.tsx";
import { Card, Page } from "#ui/page.tsx";
import { Badge, Empty, Problem, Waiting } from "#ui/state.tsx";
import { cellLook, Table, wideLook } from "#ui/table.tsx";
import { Time } from "#ui/time.tsx";

type Delivery = Schemas["Delivery"];

export function Webhooks() {
  return (
    <Page
      title="Webhooks"
      lead="Requests with a callback_url are answered by a signed POST when the work is done. Standard Webhooks libraries verify it."
    >
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <Secret />
        <TestDelivery />
      </div>
      <Deliveries />
    </Page>
  );
}

function Secret() {
  const [shown, setShown] = useState<Schemas["WebhookSecret"] | null>(null);
  const [asking, setAsking] = useState(false);
  const read = useMutation({ mutationFn: () => dataOf(api.GET("/api/extractor/v1/webhook-secret")), onSuccess: setShown, gcTime: 0 });
  const rotate = useMutation({
    mutationFn: () => dataOf(api.POST("/api/extractor/v1/webhook-secret/rotate")),
    onSuccess: (secret) => {
      setAsking(false);
      setShown(secret);
    },
    gcTime: 0,
  });
  return (
    <Card title="Signing secret">
      <p className="mb-4 text-sm text-muted">
        Your server checks the signature of each delivery with it. After a rotation the old one signs beside the new one for 24 hours.
      </p>
      <Problem error={read.error} />
      <div className="flex flex-wrap gap-2">
        <Button kind="secondary" busy={read.isPending} onClick={() => read.mutate()}>
          Show secret
        </Button>
        <Button kind="danger" icon={<RotateCcw className="size-4" />} onClick={() => setAsking(true)}>
          Rotate
        </Button>
      </div>
      <Confirm
        open={asking}
        onClose={() => setAsking(false)}
        title="Rotate the secret?"
        deed="Make a new secret"
        onConfirm={() => rotate.mutate()}
        busy={rotate.isPending}
        error={rotate.error}
      >
        Deliveries carry two signatures for 24 hours, so that you can change your server without losing one. Then the old secret is void.
      </Confirm>
      <Dialog open={shown !== null} onClose={() => setShown(null)} title="Signing secret" closesOnBackdrop={false} wide>
        <output aria-label="Signing secret" className="block rounded-lg border bg-sunken px-3 py-2 font-mono text-xs break-all">
          {shown?.secret}
        </output>
        {shown?.previous_expires_at && (
          <p className="mt-3 text-sm text-muted">
            The one before signs as well until <Time at={shown.previous_expires_at} />.
          </p>
        )}
        <DialogButtons>
          <CopyButton text={shown?.secret ?? ""} label="Copy secret" />
          <Button onClick={() => setShown(null)}>Done</Button>
        </DialogButtons>
      </Dialog>
    </Card>
  );
}

function TestDelivery() {
  const queries = useQueryClient();
  const send = useMutation({
    mutationFn: (url: string) => dataOf(api.POST("/api/extractor/v1/webhook-test", { body: { url } })),
    onSuccess: () => queries.invalidateQueries({ queryKey: ["deliveries"] }),
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    send.mutate(String(new FormData(event.currentTarget).get("url")));
  };
  return (
    <Card title="Test delivery">
      <form onSubmit={submit} className="space-y-3">
        <TextField
          label="Address of your server"
          name="url"
          type="url"
          required
          placeholder="https://example.com/winnow"
          hint="It gets a webhook.test event; what it answers is in the log."
          error={errorOf(send.error, "url")}
        />
        <Problem error={restOf(send.error, ["url"])} />
        <div className="flex items-center gap-3">
          <Button type="submit" icon={<Send className="size-4" />} busy={send.isPending}>
            Send test
          </Button>
          <span role="status">{send.isSuccess && <Badge tone="accent">On its way</Badge>}</span>
        </div>
      </form>
    </Card>
  );
}

const WATCH_MS = 2_000;
const NAMES = { pending: "Pending", delivered: "Delivered", dead: "Failed" } as const;
const TONES = { pending: "accent", delivered: "good", dead: "bad" } as const;

function Deliveries() {
  const [filter, setFilter] = useState<DeliveryFilter>({});
  const query = useInfiniteQuery({
    ...deliveriesQuery(filter),
    refetchInterval: ({ state }) => (state.data?.pages.some((page) => page.deliveries.some(isMoving)) ? WATCH_MS : false),
  });
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
            <option value="">All states</option>
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
        <Empty icon={Webhook} title={filter.status ? "None in this state" : "No delivery yet"}>
          Give a <code className="font-mono">callback_url</code> with a request, or send a test above.
        </Empty>
      ) : (
        <Log deliveries={deliveries} />
      )}
      {query.hasNextPage && (
        <div className="mt-4 flex justify-center">
          <Button kind="secondary" busy={query.isFetchingNextPage} onClick={() => query.fetchNextPage()}>
            Show older deliveries
          </Button>
        </div>
      )}
    </section>
  );
}

/** One whose next attempt is soon; later ones are not worth asking for. */
const isMoving = ({ status, next_attempt_at }: Delivery) =>
  status === "pending" && (next_attempt_at === null || Date.parse(next_attempt_at) - Date.now() < 10_000);

function Log({ deliveries }: { deliveries: Delivery[] }) {
  const [open, setOpen] = useState<string | null>(null);
  return (
    <Table label="Deliveries" heads={["Event", "Status", "~To", "~Answer", "~When", ""]}>
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
                {last ? `${last.response_status ?? last.error ?? "none"} · ${last.duration_ms} ms` : "–"}
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
    mutationFn: () =>
      api.POST("/api/extractor/v1/deliveries/{delivery_id}/replay", { params: { path: { delivery_id: delivery.delivery_id } } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ["deliveries"] }),
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
            <strong>Attempt {attempt.number}</strong>: {attempt.response_status ?? "no answer"}
            {attempt.error && `, ${attempt.error}`}, {attempt.duration_ms} ms, <Time at={attempt.started_at} />
            {attempt.response_excerpt && (
              <pre className="mt-1 max-h-40 overflow-auto font-mono text-xs whitespace-pre-wrap">{attempt.response_excerpt}</pre>
            )}
          </li>
        ))}
      </ol>
      {delivery.next_attempt_at && (
        <p className="text-muted">
          Next attempt <Time at={delivery.next_attempt_at} />.
        </p>
      )}
      <Problem error={replay.error} />
      <Button kind="secondary" icon={<RotateCcw className="size-4" />} busy={replay.isPending} onClick={() => replay.mutate()}>
        Send again
      </Button>
    </div>
  );
}
