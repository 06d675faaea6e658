/** Where results go by themselves: buckets and folders, and what waits to be written. */
import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useState } from "react";
import { api, outboxesQuery, type Schemas, templatesQuery } from "#api.ts";
import { ForAdmins } from "#app/for-admins.tsx";
import { BoxActions } from "#inboxes/box-actions.tsx";
import { NewOutbox } from "#inboxes/new-outbox.tsx";
import { Button } from "#ui/button.tsx";
import { countOf } from "#ui/count.ts";
import { Card } from "#ui/page.tsx";
import { Badge, Problem, Waiting } from "#ui/state.tsx";

type Outbox = Schemas["Outbox"];
/** What is written sends no event. */
const LOOK_MS = 10_000;

export function Outboxes() {
  const { data, error, refetch } = useQuery({ ...outboxesQuery, refetchInterval: LOOK_MS });
  const [making, setMaking] = useState(false);
  return (
    <section aria-labelledby="outboxes" className="mt-10">
      <div className="mb-4 flex flex-wrap items-start justify-between gap-3">
        <div>
          <h2 id="outboxes" className="text-lg font-semibold">
            Outboxes
          </h2>
          <p className="text-sm text-muted">The results of each document are written there as a file, and again when they change.</p>
        </div>
        <ForAdmins>
          <Button kind="secondary" icon={<Plus className="size-4" />} onClick={() => setMaking(true)}>
            Add an outbox
          </Button>
        </ForAdmins>
      </div>
      {error ? (
        <Problem error={error} onRetry={refetch} />
      ) : !data ? (
        <Waiting rows={2} />
      ) : (
        <div className="space-y-4">
          {data.outboxes.map((outbox) => (
            <OutboxCard key={outbox.outbox_id} outbox={outbox} />
          ))}
        </div>
      )}
      <NewOutbox open={making} onClose={() => setMaking(false)} />
    </section>
  );
}

function OutboxCard({ outbox }: { outbox: Outbox }) {
  const { name, place, template_id, only_reviewed, paused, problem, waiting } = outbox;
  const { data } = useQuery(templatesQuery);
  const template = data?.templates.find((each) => each.template_id === template_id);
  return (
    <Card title={name}>
      <div className="flex flex-wrap items-start gap-x-6 gap-y-2 text-sm">
        <div className="min-w-0 flex-1 basis-64 space-y-1">
          <p className="break-all">
            {place} {paused ? <Badge>Paused</Badge> : problem === null && <Badge tone="good">Open</Badge>}
          </p>
          <p className="text-muted">
            {template_id === null ? "All documents" : (template?.name ?? template_id)}, {only_reviewed ? "once reviewed" : "when read"}.{" "}
            {waiting > 0 && `${countOf(waiting, "document")} still to be written.`}
          </p>
          {problem !== null && <Problem error={new Error(problem)} />}
        </div>
        <ForAdmins>
          <Actions outbox={outbox} />
        </ForAdmins>
      </div>
    </Card>
  );
}

function Actions({ outbox: { outbox_id, name, paused } }: { outbox: Outbox }) {
  const path = { outbox_id };
  return (
    <BoxActions
      name={name}
      paused={paused}
      called="outbox"
      list="/api/extractor/v1/outboxes"
      pause={(next) => api.put("/api/extractor/v1/outboxes/{outbox_id}", { path, body: { paused: next } })}
      remove={() => api.delete("/api/extractor/v1/outboxes/{outbox_id}", { path })}
    >
      Nothing more will be written there, also not what waits. What was written stays.
    </BoxActions>
  );
}
