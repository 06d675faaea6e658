/** Inboxes: where documents come from by themselves. An addition to the source API; see docs/decisions/spec-gaps.md. */
import { z } from "zod";
import { Bucket } from "./buckets.ts";
import { idShape, withoutNul } from "./ids.ts";
import { LIMITS } from "./limits.ts";
import { requestWarnings } from "./task.ts";

const Name = z.string().trim().min(1, "Enter a name.").max(100).overwrite(withoutNul);
const TemplateId = z.string().max(200).overwrite(withoutNul).describe("Id of a template, or `auto`: whichever the document is of.");
const SENDER = /^[^\s@]*@[^\s@.]+(?:\.[^\s@.]+)+$/;
/** `ada@example.com`, or `@example.com` for everybody there. */
const Sender = z
  .string()
  .trim()
  .toLowerCase()
  .max(254)
  .refine((text) => SENDER.test(text), "Write an address, such as ada@example.com, or @example.com for everybody there.");

/** How the connection to the mail server is protected. */
const SECURITY = ["tls", "starttls", "none"] as const;
const Mailbox = z.object({
  host: z.string().trim().toLowerCase().min(1).max(253).overwrite(withoutNul).describe("Of the IMAP server."),
  port: z.int().min(1).max(65_535).default(993),
  security: z.enum(SECURITY).default("tls").describe("`none` only for hosts that the operator allows with WINNOW_ALLOW_HOSTS."),
  user: z.string().min(1).max(254).overwrite(withoutNul),
  password: z
    .string()
    .min(1)
    .max(1_000)
    .describe("Stored sealed, and never shown again. Use a password of the mail account for this alone."),
  folder: z.string().min(1).max(200).overwrite(withoutNul).default("INBOX"),
});
export type MailboxSettings = z.infer<typeof Mailbox>;

export const InboxBody = z
  .object({
    name: Name,
    template_id: TemplateId,
    mailbox: Mailbox.nullish().describe("Give either this or `bucket`."),
    bucket: Bucket.nullish().describe("Give either this or `mailbox`."),
    senders: z.array(Sender).max(LIMITS.listMax).nullish().describe("Of a mailbox, at least one: mails of others are put aside."),
  })
  .superRefine(({ mailbox, bucket, senders }, { addIssue }) => {
    const given = [mailbox, bucket].filter((each) => each != null).length;
    if (given !== 1) addIssue({ code: "custom", path: ["mailbox"], message: "Give a mailbox or a bucket, one of the two." });
    if (mailbox != null && !senders?.length)
      addIssue({ code: "custom", path: ["senders"], message: "Name at least one sender whose mails are taken." });
  })
  .meta({ id: "InboxRequest" });
export type InboxBody = z.infer<typeof InboxBody>;

export const InboxChange = z.object({ paused: z.boolean() }).meta({ id: "InboxChangeRequest" });

export const InboxRecord = z
  .object({
    inbox_id: z.string(),
    name: z.string(),
    kind: z.enum(["folder", "mailbox", "bucket"]),
    place: z.string().describe("The folder's path, the mail user at the server with its folder, or the bucket with its folder and server."),
    template_id: z.string(),
    senders: z.array(z.string()),
    paused: z.boolean(),
    problem: z.string().nullable().describe("Why nothing can be taken now; it is tried again. Null while something can."),
    created_at: z.string(),
    ...requestWarnings,
  })
  .meta({ id: "Inbox" });
export type InboxRecord = z.infer<typeof InboxRecord>;
export const InboxList = z.object({ inboxes: z.array(InboxRecord) }).meta({ id: "InboxList" });

const InboxItem = z
  .object({
    item_id: z.string(),
    filename: z.string().nullable(),
    from: z.string().nullable().describe("Of a mail."),
    task_id: z.string().nullable().describe("Null: it was put aside."),
    reason: z.string().nullable().describe("Why it was put aside."),
    at: z.string(),
  })
  .meta({ id: "InboxItem" });
export type InboxItem = z.infer<typeof InboxItem>;
export const InboxItems = z.object({ items: z.array(InboxItem), next_cursor: z.string().nullable() }).meta({ id: "InboxItems" });

export const InboxId = z.object({ inbox_id: idShape("inb") });
