/** What is sent to your own servers: the secret that signs it, a test, and the log of every delivery. */

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { RotateCcw, Send } from "lucide-react";
import { type FormEvent, useState } from "react";
import { api, type Schemas, webhookOriginsQuery } from "#api.ts";
import { ForAdmins } from "#app/for-admins.tsx";
import { errorOf, restOf } from "#app/form-errors.ts";
import { invalidate, ofCall } from "#query.ts";
import { Button } from "#ui/button.tsx";
import { Confirm } from "#ui/confirm.tsx";
import { CopyButton } from "#ui/copy.tsx";
import { countOf } from "#ui/count.ts";
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
      lead="Winnow sends a signed POST to the callback_url of a request when its work is done. Any Standard Webhooks library can verify it."
    >
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <ForAdmins>
          <Secret />
          <TestDelivery />
        </ForAdmins>
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
        Your server uses it to verify the signature of each delivery. After a rotation, the old secret remains valid for 24 hours.
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
        deed="Rotate secret"
        onConfirm={() => rotate.mutate()}
        busy={rotate.isPending}
        error={rotate.error}
      >
        For 24 hours, deliveries are signed with both secrets, so that you can update your server without losing any. After that, only the
        new secret is used.
      </Confirm>
      <Dialog open={shown !== null} onClose={() => setShown(null)} title="Signing secret" closesOnBackdrop={false} wide>
        <output aria-label="Signing secret" className="block rounded-lg border bg-sunken px-3 py-2 font-mono text-xs break-all">
          {shown?.secret}
        </output>
        {shown?.previous_expires_at && (
          <p className="mt-3 text-sm text-muted">
            The previous secret is valid until <Time at={shown.previous_expires_at} />.
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
    onSuccess: () => invalidate(queries, ofCall("/api/extractor/v1/deliveries"), ofCall("/api/extractor/v1/webhook-origins")),
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    send.mutate(String(new FormData(event.currentTarget).get("url")));
  };
  return (
    <Card title="Test delivery">
      <form onSubmit={submit} className="space-y-3">
        <TextField
          label="URL of your server"
          name="url"
          type="url"
          required
          placeholder="https://example.com/winnow"
          hint="It receives a webhook.test event. Its response appears in the log below."
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

/** Receivers that get less than all: gone, or silent. */
function Troubled() {
  const { data, error } = useQuery(webhookOriginsQuery);
  if (error) return <Problem error={error} />;
  if (!data || data.origins.length === 0) return null;
  return (
    <section aria-label="URLs with problems" className="mt-8 space-y-3">
      <h2 className="text-lg font-semibold">URLs with problems</h2>
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
          It responded with 410 Gone, so deliveries to this URL are paused. To enable it again, send a test or one of its deliveries; any
          2xx response is enough.
        </p>
      ) : (
        <p className="mt-1 text-muted">
          {countOf(failures, "delivery", "deliveries")} in a row failed, most recently with “{last_error}”. Until it responds, deliveries
          are tried one at a time; {pending_deliveries} {pending_deliveries === 1 ? "is" : "are"} waiting.
        </p>
      )}
    </div>
  );
}
