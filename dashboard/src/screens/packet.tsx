/** One packet: its pages by document, whose cuts and templates somebody may set. */
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link, useParams } from "@tanstack/react-router";
import { Link2, Scissors } from "lucide-react";
import { useState } from "react";
import { api, packetQuery, type Schemas, templatesQuery } from "#api.ts";
import { Unsaved } from "#app/unsaved.tsx";
import { cutBefore, joinBefore, type Part, sameParts, withTemplate } from "#packets/parts.ts";
import { invalidate, ofCall } from "#query.ts";
import { Button, IconButton } from "#ui/button.tsx";
import { countOf } from "#ui/count.ts";
import { SelectField } from "#ui/field.tsx";
import { Page } from "#ui/page.tsx";
import { Badge, Problem, Waiting } from "#ui/state.tsx";
import { PacketState } from "./packets.tsx";

type PacketRecord = Schemas["Packet"];

export function Packet() {
  const { packetId } = useParams({ from: "/shell/packets/$packetId" });
  const { data, error, refetch } = useQuery(packetQuery(packetId));
  if (error) return <Problem error={error} onRetry={refetch} />;
  if (!data) return <Waiting rows={6} />;
  return <Shown key={JSON.stringify(data.parts)} packet={data} />;
}

function Shown({ packet }: { packet: PacketRecord }) {
  const { packet_id, filename, page_count, parts, status, error } = packet;
  const [draft, setDraft] = useState<readonly Part[]>(parts);
  const isChanged = !sameParts(draft, parts);
  const queries = useQueryClient();
  const save = useMutation({
    mutationFn: () =>
      api.put("/api/extractor/v1/packets/{packet_id}/parts", {
        path: { packet_id },
        body: { parts: draft.map(({ pages, template_id }) => ({ pages: [...pages], template_id })) },
      }),
    onSuccess: () => invalidate(queries, ofCall("/api/extractor/v1/packets/{packet_id}", { path: { packet_id } })),
  });
  return (
    <Page
      title={filename ?? "Packet"}
      lead={
        <span className="flex flex-wrap items-center gap-2">
          <PacketState packet={packet} />
          {page_count !== null && `${countOf(page_count, "page")}, ${countOf(draft.length, "document")}`}
        </span>
      }
      actions={
        isChanged && (
          <>
            <Button kind="secondary" onClick={() => setDraft(parts)}>
              Undo changes
            </Button>
            <Button busy={save.isPending} onClick={() => save.mutate()}>
              Save documents
            </Button>
          </>
        )
      }
    >
      <Unsaved when={isChanged} what="The changed documents" />
      <Problem error={save.error} />
      {status === "processing" && <p className="text-sm text-muted">The file is being cut.</p>}
      {error && <p className="text-sm">{error.message}</p>}
      <ol className="space-y-6">
        {draft.map((part, i) => (
          <PartOfPacket key={part.pages[0]} packet={packet} parts={draft} at={i} onChange={setDraft} />
        ))}
      </ol>
    </Page>
  );
}

type PartProps = { packet: PacketRecord; parts: readonly Part[]; at: number; onChange: (parts: Part[]) => void };

function PartOfPacket({ packet, parts, at, onChange }: PartProps) {
  const part = parts[at];
  const templates = useQuery(templatesQuery).data?.templates ?? [];
  if (!part) return null;
  const known = packet.parts.findIndex((each) => sameParts([each], [part]));
  const [first, last] = [part.pages[0] ?? 0, part.pages.at(-1)];
  const name = first === last ? `Page ${first}` : `Pages ${first} to ${last}`;
  return (
    <li className="rounded-xl border bg-surface p-4" aria-label={name}>
      <header className="mb-3 flex flex-wrap items-center gap-3">
        <h2 className="text-sm font-semibold">{name}</h2>
        <div className="w-56">
          <SelectField
            label={`Template of ${name.toLowerCase()}`}
            hideLabel
            value={part.template_id ?? ""}
            onChange={(event) => onChange(withTemplate(parts, at, event.target.value || null))}
          >
            <option value="">None: it is not read</option>
            {templates.map(({ template_id, name: called }) => (
              <option key={template_id} value={template_id}>
                {called}
              </option>
            ))}
          </SelectField>
        </div>
        {at > 0 && (
          <Button kind="quiet" icon={<Link2 className="size-4" />} onClick={() => onChange(joinBefore(parts, at))}>
            Join with the document before
          </Button>
        )}
        <Known packet={packet} at={known} />
      </header>
      <ul className="flex flex-wrap gap-3">
        {part.pages.map((number, i) => (
          <li key={number} className="flex items-center gap-1">
            {i > 0 && (
              <IconButton label={`Cut before page ${number}`} onClick={() => onChange(cutBefore(parts, at, i))}>
                <Scissors className="size-4" />
              </IconButton>
            )}
            <figure className="w-28">
              <img
                src={`/api/extractor/v1/packets/${packet.packet_id}/pages/${number}.png?width=240`}
                alt={`Page ${number}`}
                loading="lazy"
                className="h-36 w-full border bg-white object-contain"
              />
              <figcaption className="mt-1 text-center text-xs text-muted">{number}</figcaption>
            </figure>
          </li>
        ))}
      </ul>
    </li>
  );
}

/** What is known of a part that is as the server has it; `at` below 0: it was changed here. */
function Known({ packet, at }: { packet: PacketRecord; at: number }) {
  const part = packet.parts[at];
  if (!part) return <Badge tone="accent">Not saved yet</Badge>;
  const doubt = packet.needs_review.find((each) => each.part === at);
  return (
    <>
      {doubt && <Badge tone="warn">{doubt.reason === "cut" ? "Check where it begins and ends" : "Check its template"}</Badge>}
      {part.task_id !== null && (
        <Link to="/tasks/$taskId" params={{ taskId: part.task_id }} className="text-sm text-accent hover:underline">
          Its values
        </Link>
      )}
      {part.reasons.length > 0 && <p className="w-full text-xs text-muted">{part.reasons.join(" ")}</p>}
    </>
  );
}
