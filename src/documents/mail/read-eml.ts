/** Reads mail as it is sent (RFC 5322 and MIME), by postal-mime. */
import PostalMime, { type Address, type Email } from "postal-mime";
import { LIMITS } from "#contract/limits.ts";
import { TaskFailure } from "#contract/task-errors.ts";
import { htmlBlocks } from "#documents/flow/html-blocks.ts";
import { textBlocks } from "#documents/flow/read-text.ts";
import type { Attachment, Mail } from "./mail.ts";

/** Archives of mail put such a line in front (RFC 4155). */
const ARCHIVE_LINE = /^From [^\n]{0,500}\n/;
const MIME_DEPTH_MAX = 50;

/** Throws TaskFailure `corrupt_document`. */
export async function readEml(bytes: Buffer): Promise<Mail> {
  const start = ARCHIVE_LINE.exec(bytes.toString("latin1", 0, 600))?.[0].length ?? 0;
  const email = await PostalMime.parse(bytes.subarray(start), {
    forceRfc822Attachments: true,
    attachmentEncoding: "arraybuffer",
    maxNestingDepth: MIME_DEPTH_MAX,
  }).catch((cause: unknown) => {
    throw new TaskFailure("corrupt_document", { internal: "eml: cannot be parsed", cause });
  });
  const { attachments } = email;
  return {
    head: headOf(email),
    body: email.html ? htmlBlocks(email.html) : textBlocks(email.text ?? ""),
    attachments: attachments.slice(0, LIMITS.mailAttachmentsMax).map(attachmentOf),
    leftOut: Math.max(0, attachments.length - LIMITS.mailAttachmentsMax),
  };
}

function attachmentOf({ filename, mimeType, content, related = false, disposition }: Email["attachments"][number], at: number): Attachment {
  const bytes =
    typeof content === "string" ? Buffer.from(content) : content instanceof Uint8Array ? Buffer.from(content) : Buffer.from(content);
  const fallback = mimeType === "message/rfc822" ? `message-${at + 1}.eml` : `attachment-${at + 1}`;
  return { name: filename ?? fallback, bytes, inline: mimeType.startsWith("image/") && (related || disposition === "inline") };
}

function headOf({ from, to = [], cc = [], date, subject, headers }: Email): Mail["head"] {
  const sent = headers.find(({ key }) => key === "date")?.value ?? date ?? "";
  return [
    ["From", from ? shown(from) : ""],
    ["To", to.map(shown).join(", ")],
    ["Cc", cc.map(shown).join(", ")],
    ["Date", sent],
    ["Subject", subject ?? ""],
  ];
}

function shown({ name, address, group }: Address): string {
  if (group) return [name, group.map(shown).join(", ")].filter((part) => part !== "").join(": ");
  return name && address && name !== address ? `${name} <${address}>` : address || name;
}
