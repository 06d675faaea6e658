/** Packets: files that hold several documents, dropped and listed. */
import { useInfiniteQuery, useMutation, useQuery } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { Files, Upload } from "lucide-react";
import { useState } from "react";
import { api, packetsQuery, type Schemas, templatesQuery } from "#api.ts";
import { base64Of } from "#document/base64.ts";
import { ButtonLink } from "#ui/button.tsx";
import { countOf } from "#ui/count.ts";
import { DropArea } from "#ui/drop-area.tsx";
import { Page } from "#ui/page.tsx";
import { ShowMore } from "#ui/show-more.tsx";
import { Badge, Empty, Problem, Waiting } from "#ui/state.tsx";
import { cellLook, numberLook, Table, wideLook } from "#ui/table.tsx";
import { Time } from "#ui/time.tsx";

export function Packets() {
  const query = useInfiniteQuery(packetsQuery);
  const packets = query.data?.pages.flatMap((page) => page.packets) ?? [];
  return (
    <Page
      title="Packets"
      lead="Files that hold several documents, such as a scanned stack or a mail with attachments. Each is cut, and every document in it is read by its template."
    >
      <Sending />
      {query.error ? (
        <Problem error={query.error} onRetry={query.refetch} />
      ) : !query.data ? (
        <Waiting />
      ) : packets.length === 0 ? (
        <Empty icon={Files} title="No packets yet">
          Where one document ends and the next begins is found by page numbers, paper, words and layout; what is doubtful is for you to say.
        </Empty>
      ) : (
        <>
          <PacketTable packets={packets} />
          <ShowMore list={query}>Show older packets</ShowMore>
        </>
      )}
    </Page>
  );
}

/** The templates that the file's documents may be of, all if none is named, and the file. */
function Sending() {
  const { data, error } = useQuery(templatesQuery);
  const [left, setLeft] = useState<readonly string[]>([]);
  const navigate = useNavigate();
  const templates = data?.templates ?? [];
  const chosen = templates.filter(({ template_id }) => !left.includes(template_id));
  const send = useMutation({
    mutationFn: async (file: File) =>
      api.post("/api/extractor/v1/packets", {
        body: {
          document: { file_content: await base64Of(file), filename: file.name },
          templates: chosen.map(({ template_id }) => template_id),
        },
      }),
    onSuccess: ({ packet_id }) => navigate({ to: "/packets/$packetId", params: { packetId: packet_id } }),
  });
  if (error) return <Problem error={error} />;
  if (data && templates.length === 0)
    return (
      <div className="mb-6 rounded-xl border bg-surface p-4 text-sm">
        <p className="mb-3">A packet's documents are told by your templates, and you have none yet.</p>
        <ButtonLink to="/templates">Make a template</ButtonLink>
      </div>
    );
  const toggle = (id: string) => setLeft(left.includes(id) ? left.filter((each) => each !== id) : [...left, id]);
  return (
    <div className="mb-6">
      <fieldset className="mb-3 flex flex-wrap gap-x-5 gap-y-2 text-sm">
        <legend className="mb-1.5 font-medium">Its documents may be</legend>
        {templates.map(({ template_id, name }) => (
          <label key={template_id} className="flex items-center gap-2">
            <input type="checkbox" checked={!left.includes(template_id)} onChange={() => toggle(template_id)} />
            {name}
          </label>
        ))}
      </fieldset>
      <DropArea
        accept=".pdf,.tif,.tiff,.eml,.msg,.p7m"
        disabled={send.isPending || chosen.length === 0}
        onFiles={([file]) => file && send.mutate(file)}
        className="justify-center gap-2 py-5 text-sm"
      >
        <Upload className="size-4 text-muted" aria-hidden="true" />
        {send.isPending ? "Sending the file …" : "Drop a PDF, TIFF or mail here, or choose one"}
      </DropArea>
      <div className="mt-3 empty:hidden">
        <Problem error={send.error} />
      </div>
    </div>
  );
}

function PacketTable({ packets }: { packets: Schemas["Packet"][] }) {
  return (
    <Table label="Packets" heads={["File", { name: "Documents", number: true }, "Status", { name: "Sent", wide: true }]}>
      {packets.map((packet) => (
        <tr key={packet.packet_id}>
          <th scope="row" className={`${cellLook} font-medium break-words`}>
            <Link to="/packets/$packetId" params={{ packetId: packet.packet_id }} className="text-accent hover:underline">
              {packet.filename ?? packet.packet_id}
            </Link>
            {packet.page_count !== null && (
              <span className="block text-xs font-normal text-muted">{countOf(packet.page_count, "page")}</span>
            )}
          </th>
          <td className={`${cellLook} ${numberLook}`}>{packet.status === "completed" ? packet.parts.length : ""}</td>
          <td className={cellLook}>
            <PacketState packet={packet} />
          </td>
          <td className={wideLook}>
            <Time at={packet.created_at} />
          </td>
        </tr>
      ))}
    </Table>
  );
}

export function PacketState({ packet: { status, needs_review } }: { packet: Schemas["Packet"] }) {
  if (status === "processing") return <Badge tone="accent">Being cut</Badge>;
  if (status === "failed") return <Badge tone="bad">Failed</Badge>;
  return needs_review.length > 0 ? <Badge tone="warn">{needs_review.length} to check</Badge> : <Badge tone="good">Cut</Badge>;
}
