/** Reads a message that Outlook stored (MS-OXMSG), by @kenjiuno/msgreader. */
import msgReader, { type FieldsData } from "@kenjiuno/msgreader";
import { LIMITS } from "#contract/limits.ts";
import { TaskFailure } from "#contract/task-errors.ts";
import { htmlBlocks } from "#documents/flow/html-blocks.ts";
import { decodeText, textBlocks } from "#documents/flow/read-text.ts";
import type { Attachment, Mail } from "./mail.ts";

/** The package is CommonJS: its default export is a property. */
const MsgReader = msgReader.default;
type MsgReader = InstanceType<typeof MsgReader>;

/** Throws TaskFailure `corrupt_document`. */
export function readMsg(bytes: Buffer): Mail {
  const { reader, fields } = opened(bytes);
  const attachments = fields.attachments ?? [];
  return {
    head: headOf(fields),
    body: bodyOf(fields),
    attachments: attachments.slice(0, LIMITS.mailAttachmentsMax).map((each, i) => attachmentOf(reader, each, i)),
    leftOut: Math.max(0, attachments.length - LIMITS.mailAttachmentsMax),
  };
}

/** The library reads the file when the reader is made and when its data are asked for. */
function opened(bytes: Buffer): { reader: MsgReader; fields: FieldsData } {
  try {
    // A copy: the library must not see the memory around the bytes.
    const reader = new MsgReader(Uint8Array.from(bytes).buffer);
    const fields = reader.getFileData();
    if (fields.error === undefined) return { reader, fields };
    throw new Error(fields.error);
  } catch (cause) {
    throw new TaskFailure("corrupt_document", { internal: "msg: cannot be parsed", cause });
  }
}

function attachmentOf(reader: MsgReader, attachment: FieldsData, at: number): Attachment {
  const name = attachment.fileName ?? attachment.name ?? attachment.fileNameShort ?? `attachment-${at + 1}`;
  try {
    const { content } = reader.getAttachment(attachment);
    return { name, bytes: Buffer.from(content), inline: attachment.pidContentId !== undefined && attachment.attachmentHidden === true };
  } catch {
    // An empty file: reading it names it as unreadable.
    return { name, bytes: Buffer.alloc(0), inline: false };
  }
}

function bodyOf({ bodyHtml, html, body }: FieldsData): Mail["body"] {
  const page = bodyHtml ?? (html ? decodeText(html) : "");
  return page.trim() === "" ? textBlocks(body ?? "") : htmlBlocks(page);
}

function headOf(fields: FieldsData): Mail["head"] {
  const to = (kind: string) => (fields.recipients ?? []).filter(({ recipType = "to" }) => recipType === kind).map(recipient);
  const address = fields.senderSmtpAddress ?? fields.sentRepresentingSmtpAddress ?? fields.senderEmail;
  return [
    ["From", withName(fields.senderName, address)],
    ["To", to("to").join(", ")],
    ["Cc", to("cc").join(", ")],
    ["Date", fields.clientSubmitTime ?? fields.messageDeliveryTime ?? ""],
    ["Subject", fields.subject ?? ""],
  ];
}

const recipient = ({ name, smtpAddress, email }: FieldsData): string => withName(name, smtpAddress ?? email);

function withName(name: string | undefined, address: string | undefined): string {
  if (!address?.includes("@")) return name ?? address ?? "";
  return name && name !== address ? `${name} <${address}>` : address;
}
