/** Parses server-sent events. */
import { type EventSourceMessage, EventSourceParserStream } from "eventsource-parser/stream";

/** Ends with the response; leaving the loop early closes the connection. */
export async function* serverEvents({ body }: Response): AsyncGenerator<EventSourceMessage> {
  const reader = body?.pipeThrough(new TextDecoderStream()).pipeThrough(new EventSourceParserStream()).getReader();
  if (!reader) return;
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) yield read.value;
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}
