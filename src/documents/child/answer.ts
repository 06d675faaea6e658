/** One request: to the reader of its file type, and the pages back to the parent as they come. */
import { LIMITS } from "#contract/limits.ts";
import type { Page } from "#documents/document.ts";
import { readPdf, renderPdfPage } from "#documents/pdf/read-pdf.ts";
import type { ChildReply, ChildRequest } from "#documents/pool/protocol.ts";

export type Send = (reply: ChildReply, body?: Uint8Array) => void;

/** Throws TaskFailure for what is wrong with the document. */
export async function answer(request: ChildRequest, bytes: Buffer, context: { tessdataDir: string; send: Send }): Promise<void> {
  if (request.kind === "render") {
    const picture = await renderPdfPage(bytes, request);
    context.send({ kind: "picture" }, picture);
    return;
  }
  const budget = new TextBudget(LIMITS.documentTextBytesMax);
  const summary = await readPdf(bytes, request, (page) => {
    if (budget.spent) return;
    context.send({ kind: "page" }, Buffer.from(JSON.stringify(budget.fit(page))));
  });
  context.send({ kind: "read", summary: { ...summary, truncated: summary.truncated || budget.spent } });
}

/** Cuts the text of a document at a number of UTF-8 bytes, on a line's border. */
export class TextBudget {
  spent = false;
  private left: number;

  constructor(bytes: number) {
    this.left = bytes;
  }

  fit(page: Page): Page {
    const lines = [];
    for (const line of page.lines) {
      this.left -= Buffer.byteLength(line.text) + 1;
      if (this.left < 0) {
        this.spent = true;
        break;
      }
      lines.push(line);
    }
    return this.spent ? { ...page, lines } : page;
  }
}
