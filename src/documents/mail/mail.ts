/** A mail as read from its file, whatever the format. */
import type { Block } from "#documents/flow/block.ts";

/** `name`: of the file, as the sender called it. `inline`: a picture inside of the text. */
export type Attachment = { name: string; bytes: Buffer; inline: boolean };
/** `head`: labels and values. `attachments`: in the order of the mail, as many as are read; `leftOut`: how many more there are. */
export type Mail = { head: [label: string, value: string][]; body: Block[]; attachments: Attachment[]; leftOut: number };

/** The head as lines of a label and a value, a line of nothing, and the body. */
export function mailBlocks({ head, body }: Mail): Block[] {
  const lines = head
    .filter(([, value]) => value.trim() !== "")
    .map(
      ([label, value]): Block => ({
        kind: "paragraph",
        runs: [
          { text: `${label}:   `, size: 0, bold: true },
          { text: value.replace(SPACES, " ").trim(), size: 0, bold: false },
        ],
      }),
    );
  return [...lines, { kind: "paragraph", runs: [] }, ...body];
}

const SPACES = /\s+/g;
