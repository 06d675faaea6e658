/** Where documents come from by themselves: mailboxes, buckets and folders that are watched, and what came; and where results go. */
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Inbox as InboxIcon, Plus } from "lucide-react";
import { useState } from "react";
import { api, inboxesQuery, inboxItemsQuery, type Schemas, templatesQuery } from "#api.ts";
import { ForAdmins } from "#app/for-admins.tsx";
import { BoxActions } from "#inboxes/box-actions.tsx";
import { NewBucket } from "#inboxes/new-bucket.tsx";
import { NewMailbox } from "#inboxes/new-mailbox.tsx";
import { Outboxes } from "#inboxes/outboxes.tsx";
import { Button } from "#ui/button.tsx";
import { Card, Page } from "#ui/page.tsx";
import { ShowMore } from "#ui/show-more.tsx";
import { Badge, Empty, Problem, Waiting } from "#ui/state.tsx";
import { Time } from "#ui/time.tsx";

type Inbox = Schemas["Inbox"];
/** Mails come without an event of the account's stream. */
const LOOK_MS = 10_000;

export function Inboxes() {
  const { data, error, refetch } = useQuery({ ...inboxesQuery, refetchInterval: LOOK_MS });
  const [making, setMaking] = useState<"mailbox" | "bucket" | null>(null);
  const close = () => setMaking(null);
  const make = (
    <ForAdmins>
      <Button icon={<Plus className="size-4" />} onClick={() => setMaking("mailbox")}>
        Add a mailbox
      </Button>
      <Button kind="secondary" icon={<Plus className="size-4" />} onClick={() => setMaking("bucket")}>
        Add a bucket
      </Button>
    </ForAdmins>
  );
  return (
    <Page
      title="Inboxes"
      lead="Attachments of mails, and files of a bucket or folder, are read as they come. What was taken is moved aside."
      actions={data && data.inboxes.length > 0 ? make : null}
    >
      {error ? (
        <Problem error={error} onRetry={refetch} />
      ) : !data ? (
        <Waiting />
      ) : data.inboxes.length === 0 ? (
        <Empty icon={InboxIcon} title="No inboxes yet" action={make}>
          Let suppliers mail their documents to an address of yours, or put them in a bucket. A folder of the server is added by its
          operator with <code className="font-mono">winnow inboxes add</code>.
        </Empty>
      ) : (
        <div className="space-y-4">
          {data.inboxes.map((inbox) => (
            <InboxCard key={inbox.inbox_id} inbox={inbox} />
          ))}
        </div>
      )}
      <Outboxes />
      <NewMailbox open={making === "mailbox"} onClose={close} />
      <NewBucket open={making === "bucket"} onClose={close} />
    </Page>
  );
}

function InboxCard({ inbox }: { inbox: Inbox }) {
  const { place, template_id, senders, paused, problem } = inbox;
  const { data } = useQuery(templatesQuery);
  const template = data?.templates.find((each) => each.template_id === template_id);
  return (
    <Card title={inbox.name}>
      <div className="flex flex-wrap items-start gap-x-6 gap-y-2 text-sm">
        <div className="min-w-0 flex-1 basis-64 space-y-1">
          <p className="break-all">
            {place} {paused ? <Badge>Paused</Badge> : problem === null && <Badge tone="good">Watched</Badge>}
          </p>
          <p className="text-muted">
            Read by {template_id === "auto" ? "whichever template fits" : (template?.name ?? template_id)}
            {senders.length > 0 && `, from ${senders.join(", ")}`}.
          </p>
          {problem !== null && <Problem error={new Error(problem)} />}
        </div>
        <ForAdmins>
          <Actions inbox={inbox} />
        </ForAdmins>
      </div>
      <Items inboxId={inbox.inbox_id} />
    </Card>
  );
}

function Actions({ inbox: { inbox_id, name, paused } }: { inbox: Inbox }) {
  const path = { inbox_id };
  return (
    <BoxActions
      name={name}
      paused={paused}
      called="inbox"
      list="/api/extractor/v1/inboxes"
      pause={(next) => api.put("/api/extractor/v1/inboxes/{inbox_id}", { path, body: { paused: next } })}
      remove={() => api.delete("/api/extractor/v1/inboxes/{inbox_id}", { path })}
    >
      It will no longer be watched. Its tasks stay, and so does what lies in it.
    </BoxActions>
  );
}

function Items({ inboxId }: { inboxId: string }) {
  const query = useInfiniteQuery({ ...inboxItemsQuery(inboxId), refetchInterval: LOOK_MS });
  const items = query.data?.pages.flatMap((page) => page.items) ?? [];
  if (query.error) return <Problem error={query.error} onRetry={query.refetch} />;
  if (!query.data) return <Waiting rows={2} />;
  if (items.length === 0) return <p className="mt-3 text-sm text-muted">Nothing has come yet.</p>;
  return (
    <>
      <ul aria-label="What came" className="mt-3 divide-y border-t text-sm">
        {items.map(({ item_id, filename, from, task_id, reason, at }) => (
          <li key={item_id} className="flex flex-wrap items-baseline gap-x-4 gap-y-1 py-2">
            <span className="min-w-0 flex-1 basis-48 break-words">
              {task_id === null ? (
                (filename ?? "A mail")
              ) : (
                <Link to="/tasks/$taskId" params={{ taskId: task_id }} className="text-accent underline">
                  {filename ?? "Document"}
                </Link>
              )}
              {from && <span className="text-muted"> from {from}</span>}
              {reason && <span className="block text-warn">Put aside: {reason}</span>}
            </span>
            <span className="text-muted">
              <Time at={at} />
            </span>
          </li>
        ))}
      </ul>
      <ShowMore list={query}>Show older</ShowMore>
    </>
  );
}
