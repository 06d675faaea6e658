/** A mailbox that is watched by IMAP: attachments are taken, and mails moved to `Winnow/Done` or `Winnow/Refused`. */
import { isIP } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import type { FetchMessageObject, ImapFlow, MessageStructureObject } from "imapflow";
import type { MailboxSettings } from "#contract/inboxes.ts";
import { LIMITS } from "#contract/limits.ts";
import { checkedAddress } from "#platform/fetch/checked-address.ts";
import type { FetchRules } from "#platform/fetch/guarded-fetch.ts";
import { type Item, keyOf, type Source } from "./source.ts";

/** Without IDLE, or when a notice was lost, it is looked again after this. */
const LOOK_MS = 60_000;
const CONNECT_MS = 20_000;
/** RFC 2177 wants IDLE begun anew within 29 minutes; a dead connection is found with it. */
const IDLE_MS = 5 * 60_000;
const DONE = "Done";
const REFUSED = "Refused";
/** RFC 8601: what the receiving server says of the sender. */
const FORGED = /\bdmarc\s*=\s*fail\b/i;

type Login = Omit<MailboxSettings, "password"> & { password: string };

/** `senders`: addresses and @domains. Throws when the server cannot be reached or refuses the login. */
export async function openMailboxSource(login: Login, senders: readonly string[], rules: FetchRules): Promise<Source> {
  const { host, port, security, user, password, folder } = login;
  const address = await checkedAddress(host, rules, AbortSignal.timeout(CONNECT_MS));
  const { ImapFlow } = await import("imapflow");
  const client = new ImapFlow({
    host: address,
    ...(isIP(host) === 0 ? { servername: host } : {}),
    port,
    secure: security === "tls",
    ...(security === "starttls" ? { doSTARTTLS: true } : security === "none" ? { doSTARTTLS: false } : {}),
    auth: { user, pass: password },
    logger: false,
    disableAutoIdle: true,
    maxIdleTime: IDLE_MS,
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
  });
  // Without a listener Node ends the process; the command that failed rejects with the same error.
  client.on("error", () => undefined);
  await client.connect();
  const folders = { [DONE]: await madeFolder(client, DONE), [REFUSED]: await madeFolder(client, REFUSED) };
  await client.mailboxOpen(folder);
  return {
    async *items(signal) {
      const found = await client.search({ all: true, deleted: false }, { uid: true });
      for (const uid of found || []) {
        signal.throwIfAborted();
        const message = await client.fetchOne(
          String(uid),
          { uid: true, envelope: true, size: true, internalDate: true, bodyStructure: true, headers: ["authentication-results"] },
          { uid: true },
        );
        if (message) yield itemOf(client, message, senders);
      }
    },
    async settle({ at }, reason) {
      await client.messageMove(at, folders[reason === null ? DONE : REFUSED], { uid: true });
    },
    async changed(signal) {
      const news = new Promise<void>((resolve) => client.once("exists", () => resolve()));
      const closed = new Promise<void>((_, reject) =>
        client.once("close", () => reject(new Error("the mail server closed the connection"))),
      );
      void client.idle().catch(() => undefined);
      await Promise.race([news, closed, sleep(LOOK_MS, undefined, { signal, ref: false }).catch(() => undefined)]);
    },
    async [Symbol.asyncDispose]() {
      client.close();
    },
  };
}

async function madeFolder(client: ImapFlow, name: string): Promise<string> {
  return (await client.mailboxCreate(["Winnow", name])).path;
}

function itemOf(client: ImapFlow, message: FetchMessageObject, senders: readonly string[]): Item {
  const { envelope, size, internalDate, bodyStructure, headers, uid } = message;
  const from = envelope?.from?.[0]?.address?.toLowerCase() ?? null;
  // The same in whatever folder, and after the server has numbered its mails anew.
  const key = keyOf(envelope?.messageId ?? null, size ?? 0, internalDate ? new Date(internalDate).toISOString() : null);
  const parts = bodyStructure ? attachmentsOf(bodyStructure) : [];
  return {
    key,
    filename: null,
    from,
    subject: envelope?.subject ?? null,
    refusal: refusalOf(from, senders, headers?.toString("latin1") ?? "", parts.length),
    at: String(uid),
    parts: parts.map(({ part, filename }) => {
      const own = keyOf(key.toString("hex"), part);
      return { key: own, read: async () => ({ key: own, filename, bytes: await download(client, String(uid), part) }) };
    }),
  };
}

function refusalOf(from: string | null, senders: readonly string[], headers: string, attachments: number): string | null {
  if (from === null) return "The mail does not say whom it is from.";
  if (!senders.some((sender) => (sender.startsWith("@") ? from.endsWith(sender) : from === sender)))
    return `Mails of ${from} are not taken: the inbox does not name this sender.`;
  const [first = ""] = headers.split(/\r?\n(?![ \t])/);
  if (FORGED.test(first)) return `The mail server says that this mail is not from ${from} (dmarc=fail).`;
  return attachments === 0 ? "The mail has no attachment." : null;
}

/** Pictures that the text shows, such as a logo, are no documents. */
function attachmentsOf(node: MessageStructureObject): { part: string; filename: string | null }[] {
  if (node.childNodes && node.type !== "message/rfc822") return node.childNodes.flatMap(attachmentsOf);
  const { type, disposition } = node;
  const filename = node.dispositionParameters?.filename ?? node.parameters?.name ?? null;
  const isShown = disposition !== "attachment" && type.startsWith("image/") && node.id !== undefined;
  const isText = disposition !== "attachment" && filename === null;
  return isShown || isText ? [] : [{ part: node.part ?? "1", filename }];
}

/** Null: larger than a document may be. */
async function download(client: ImapFlow, uid: string, part: string): Promise<Buffer | null> {
  const { content } = await client.download(uid, part, { uid: true, maxBytes: LIMITS.documentBytesMax + 1 });
  const chunks: Buffer[] = [];
  for await (const chunk of content ?? []) chunks.push(chunk as Buffer);
  const bytes = Buffer.concat(chunks);
  return bytes.length > LIMITS.documentBytesMax ? null : bytes;
}
