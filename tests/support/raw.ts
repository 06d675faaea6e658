/** Bytes over a socket, for requests that no HTTP client would send. */
import { connect } from "node:net";

export type RawAnswer = { status: number; headers: string; body: string };

/**
 * Sends `text` and answers with the first response. With `endless` it goes on sending that until the answer comes, as a body without end.
 * Rejects when nothing comes within 10 s or the connection ends without an answer.
 */
export function rawRequest(url: string, text: string, endless?: string): Promise<RawAnswer> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname);
    let received = "";
    const timer = setTimeout(() => socket.destroy(new Error(`no answer; received ${JSON.stringify(received)}`)), 10_000);
    let more: NodeJS.Timeout | undefined;
    const end = () => {
      clearTimeout(timer);
      clearInterval(more);
      socket.destroy();
    };
    socket.on("connect", () => {
      socket.write(text);
      // Not before: what is written while connecting would come before the head.
      if (endless !== undefined) more = setInterval(() => socket.writable && socket.write(endless), 5);
    });
    socket.on("data", (chunk) => {
      received += chunk.toString();
      const answer = parse(received);
      if (!answer) return;
      end();
      resolve(answer);
    });
    socket.on("error", (error) => {
      end();
      reject(error);
    });
    socket.on("close", () => {
      end();
      reject(new Error(`closed without an answer; received ${JSON.stringify(received)}`));
    });
  });
}

/** Null while it is not complete. */
function parse(text: string): RawAnswer | null {
  const split = text.indexOf("\r\n\r\n");
  if (split < 0) return null;
  const headers = text.slice(0, split).toLowerCase();
  const body = text.slice(split + 4);
  const status = Number(/^http\/1\.1 (\d{3})/.exec(headers)?.[1]);
  const length = Number(/\r\ncontent-length: (\d+)/.exec(headers)?.[1] ?? 0);
  return Buffer.byteLength(body) >= length ? { status, headers, body } : null;
}
