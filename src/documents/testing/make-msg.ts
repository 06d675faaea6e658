/** Test support: messages as Outlook stores them. */
import { burn } from "@kenjiuno/msgreader/lib/Burner.js";

type Entries = Parameters<typeof burn>[0];
const [FOLDER, STREAM, ROOT] = [1, 2, 5] as const;
/** Bytes before the properties of a message, and of an attachment (MS-OXMSG, 2.4). */
const HEADER_BYTES = { message: 32, attachment: 8 } as const;

export type MadeMessage = { from: string; subject: string; body: string; attachments?: { name: string; bytes: Uint8Array }[] };

export function makeMsg({ from, subject, body, attachments = [] }: MadeMessage): Buffer {
  const entries: Entries = [{ name: "Root Entry", type: ROOT, length: 0, children: [] }];
  const add = (parent: number, name: string, bytes: Uint8Array | null): number => {
    const at = entries.length;
    // A copy: the library takes the whole memory below a Buffer.
    const stream = bytes ? { binaryProvider: () => Uint8Array.from(bytes), length: bytes.length } : { length: 0, children: [] };
    entries.push({ name, type: bytes ? STREAM : FOLDER, ...stream });
    entries[parent]?.children?.push(at);
    return at;
  };
  const text = (parent: number, tag: string, value: string) => add(parent, `__substg1.0_${tag}001F`, Buffer.from(value, "utf16le"));
  add(0, "__properties_version1.0", Buffer.alloc(HEADER_BYTES.message));
  text(0, "0C1A", from);
  text(0, "0037", subject);
  text(0, "1000", body);
  for (const [i, { name, bytes }] of attachments.entries()) {
    const folder = add(0, `__attach_version1.0_#${String(i).padStart(8, "0")}`, null);
    add(folder, "__properties_version1.0", Buffer.alloc(HEADER_BYTES.attachment));
    text(folder, "3707", name);
    add(folder, "__substg1.0_37010102", bytes);
  }
  return Buffer.from(burn(entries));
}
