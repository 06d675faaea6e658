/** A packet: a file that holds several documents, cut into parts of which each becomes a task. */
import { z } from "zod";
import { ExtractAsyncBody } from "./extraction.ts";
import { WebUrl } from "./json.ts";
import { requestWarnings, TaskError } from "./task.ts";

/** Templates that a packet's parts may be of. */
export const PACKET_TEMPLATES_MAX = 50;
/** Parts less sure than this are listed for review (docs/accuracy.md has the measurement). */
export const MIN_CONFIDENCE_DEFAULT = 0.9;

const { document, document_url, file_content, provider, learn, metadata, password, retention_days, deadline_seconds } =
  ExtractAsyncBody.shape;

export const PacketBody = z
  .object({
    document,
    document_url,
    file_content,
    templates: z
      .array(z.string().min(1).max(200))
      .min(1, "Name at least one template.")
      .max(PACKET_TEMPLATES_MAX)
      .describe("Ids of the templates that the documents in the file may be of."),
    callback_url: WebUrl.nullish().describe(
      "Receives `packet.completed` when the file is cut or could not be, which `status` tells, and the webhook of each part's task when that has ended.",
    ),
    min_confidence: z.number().min(0).max(1).nullish().describe("Parts less sure than this are listed in `needs_review`; 0.9 if left out."),
    provider: provider.describe(
      "Who reads the parts; the server's default if left out. A model is also asked, once, about parts that are less sure than `min_confidence`.",
    ),
    learn: learn.describe(
      "False: the file is cut and read without what people set right earlier, and what is set right of it teaches nothing. True if left out, unless a template says otherwise.",
    ),
    metadata: metadata.describe("Your own JSON, at most 10 KB, echoed in the record and in those of the parts' tasks."),
    password,
    retention_days,
    deadline_seconds: deadline_seconds.describe(
      "The packet, and then each of its tasks, fails when it has not ended by then; 900 if left out.",
    ),
  })
  .meta({ id: "PacketRequest" });
export type PacketBody = z.infer<typeof PacketBody>;

export const PACKET_STATES = ["processing", "completed", "failed"] as const;
const PacketState = z
  .enum(PACKET_STATES)
  .meta({ id: "PacketStatus", description: "`completed`: the file is cut, and its parts are tasks. `completed` and `failed` are final." });

export const PacketReply = z.object({ packet_id: z.string(), status: PacketState, ...requestWarnings }).meta({ id: "PacketResponse" });

export const PacketPart = z
  .object({
    pages: z.array(z.int().min(1)).describe("Numbers of its pages in the file, ascending. Each page is in exactly one part."),
    template_id: z.string().nullable().describe("Null: of none of the packet's templates."),
    confidence: z
      .number()
      .min(0)
      .max(1)
      .nullable()
      .describe("Probability that its pages and its template are right. Null of a part that was set by hand."),
    reasons: z.array(z.string()).describe("What spoke for it, in words."),
    task_id: z.string().nullable().describe("The task that reads it; null of a part without a template."),
  })
  .meta({ id: "PacketPart" });
export type PacketPart = z.infer<typeof PacketPart>;

export const REVIEW_REASONS = ["cut", "template"] as const;

export const PacketRecord = z
  .object({
    packet_id: z.string(),
    status: PacketState,
    created_at: z.string(),
    completed_at: z.string().nullable(),
    filename: z.string().nullable(),
    templates: z.array(z.string()),
    min_confidence: z.number(),
    page_count: z.int().nullable(),
    parts: z.array(PacketPart),
    needs_review: z
      .array(
        z.object({
          part: z.int().describe("Its place in `parts`, from 0."),
          reason: z.enum(REVIEW_REASONS).describe("`cut`: where it begins or ends is doubtful. `template`: of which template it is."),
        }),
      )
      .describe("Parts less sure than `min_confidence` that nobody has set by hand."),
    metadata: ExtractAsyncBody.shape.metadata.unwrap().unwrap(),
    error: TaskError.nullable(),
    ...requestWarnings,
  })
  .meta({ id: "Packet" });
export type PacketRecord = z.infer<typeof PacketRecord>;

export const PacketPartsBody = z
  .object({
    parts: z
      .array(
        z.object({
          pages: z.array(z.int().min(1)).min(1).describe("Numbers of its pages in the file."),
          template_id: z.string().min(1).max(200).nullable().describe("One of the account's templates, or null: it is not read."),
        }),
      )
      .min(1)
      .max(1_000),
    password: password.describe("Password of the file, where it has one: it was deleted when the packet was cut."),
  })
  .meta({ id: "PacketParts" });
export type PacketPartsBody = z.infer<typeof PacketPartsBody>;

export const PacketPage = z.object({ packets: z.array(PacketRecord), next_cursor: z.string().nullable() }).meta({ id: "PacketPage" });
