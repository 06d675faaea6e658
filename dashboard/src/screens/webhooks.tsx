/** What is sent to your own servers: the secret that signs it, a test, and the log of every delivery. */
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { RotateCcw, Send } from "lucide-react";
import { type FormEvent, useState } from "react";
import { api, type Schemas, webhookOriginsQuery } from "#api.ts";
import { errorOf, restOf } from "#app/form-errors.ts";
import { Button } from "#ui/button.tsx";
import { Confirm } from "#ui/confirm.tsx";
import { CopyButton } from "#ui/copy.tsx";
import { Dialog, DialogButtons } from "#ui/dialog.tsx";
import { TextField } from "#ui/field.tsx";
import { Card, Page } from "#ui/page.tsx";
import { Badge, Problem } from "#ui/state.tsx";
import { Time } from "#ui/time.tsx";
import { Deliveries } from "#webhooks/deliveries.tsx";

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
      <Troubled />
      <Deliveries />
    </Page>
  );
}

function Secret() {
  const [shown, setShown] = useState<Schemas["WebhookSecret"] | null>(null);
  const [asking, setAsking] = useState(false);
  const read = useMutation({ mutationFn: () => api.get("/api/extractor/v1/webhook-secret"), onSuccess: setShown, gcTime: 0 });
  const rotate = useMutation({
    mutationFn: () => api.post("/api/extractor/v1/webhook-secret/rotate"),
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
    mutationFn: (url: string) => api.post("/api/extractor/v1/webhook-test", { body: { url } }),
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

const LOOK_MS = 2_000;

/** Addresses that get less than all: gone, or silent. */
function Troubled() {
  const { data, error } = useQuery({ ...webhookOriginsQuery, refetchInterval: LOOK_MS });
  if (error) return <Problem error={error} />;
  if (!data || data.origins.length === 0) return null;
  return (
    <section aria-label="Addresses in trouble" className="mt-8 space-y-3">
      <h2 className="text-lg font-semibold">Addresses in trouble</h2>
      {data.origins.map((origin) => (
        <Trouble key={origin.url} {...origin} />
      ))}
    </section>
  );
}

function Trouble({ url, status, since, failures, last_error, pending_deliveries }: Schemas["WebhookOrigin"]) {
  return (
    <div className="rounded-xl border bg-surface px-4 py-3 text-sm">
      <p className="flex flex-wrap items-center gap-2">
        <span className="font-mono text-xs break-all">{url}</span>
        <Badge tone={status === "disabled" ? "bad" : "warn"}>{status === "disabled" ? "Disabled" : "Failing"}</Badge>
        {since && <Time at={since} />}
      </p>
      {status === "disabled" ? (
        <p className="mt-1 text-muted">
          It answered 410 Gone: no more deliveries are sent to this address. To enable it, send a test to it, or send one of its deliveries
          again; an answer of 2xx is enough.
        </p>
      ) : (
        <p className="mt-1 text-muted">
          It failed {failures} times in a row, last with “{last_error}”. Until it answers, one delivery at a time is tried;{" "}
          {pending_deliveries} {pending_deliveries === 1 ? "waits" : "wait"}.
        </p>
      )}
    </div>
  );
}
