/** A reader for tests that aborts, as by a parser's failed assertion, at files that hold the word; else it is the reader itself. */
import { Socket } from "node:net";

const WORD = "abort the reader";

const emit = Socket.prototype.emit;
Socket.prototype.emit = function (event: string | symbol, ...values: unknown[]): boolean {
  if (event === "data" && Buffer.isBuffer(values[0]) && values[0].includes(WORD)) process.abort();
  return Reflect.apply(emit, this, [event, ...values]);
};
await import("#main/reader-process.ts");
