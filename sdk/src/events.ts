/** Parses server-sent events, as far as the service uses them (WHATWG HTML, "Server-sent events"): id, event, one line of data. */

export type ServerEvent = { id: string | null; event: string; data: string };

/** Ends with the response; leaving the loop early closes the connection. */
export async function* serverEvents(response: Response): AsyncGenerator<ServerEvent> {
  if (!response.body) return;
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let kept = "";
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      const blocks = `${kept}${read.value}`.split(/\r?\n\r?\n/);
      kept = blocks.pop() ?? "";
      for (const block of blocks) {
        const event = eventOf(block);
        if (event) yield event;
      }
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

/** Null for a comment, which only keeps the connection open. */
function eventOf(block: string): ServerEvent | null {
  const fields = new Map(
    block.split(/\r?\n/).map((line) => {
      const at = line.indexOf(":");
      return at === -1 ? [line, ""] : [line.slice(0, at), line.slice(at + 1).replace(/^ /, "")];
    }),
  );
  const data = fields.get("data");
  return data === undefined ? null : { id: fields.get("id") ?? null, event: fields.get("event") ?? "message", data };
}
