/**
 * The reader child: takes one request after another from its socket and answers. Started by pool/reader-child.ts with
 * capped resources and nothing of its parent's environment; ends when its parent is gone, whatever it is doing.
 */
import { accessSync, constants } from "node:fs";
import { flushCompileCache } from "node:module";
import { Socket } from "node:net";
import { TaskFailure } from "#contract/task-errors.ts";
import { FIRST_LANGUAGES } from "#documents/ocr/languages.ts";
import { openPpOcr } from "#documents/ocr/ppocr/ppocr.ts";
import { openTesseract } from "#documents/ocr/tesseract.ts";
import { encodeFrame, FrameReader } from "#documents/pool/frames.ts";
import type { ChildReply, ChildRequest } from "#documents/pool/protocol.ts";
import { answer } from "./answer.ts";

const SOCKET_FD = 3;
const tessdataDir = process.argv[2] ?? "";
endUnlessReadable(tessdataDir);
const engines = { ppocr: openPpOcr(), tesseract: openTesseract({ tessdataDir, languages: FIRST_LANGUAGES }) };
const socket = new Socket({ fd: SOCKET_FD, readable: true, writable: true });
const frames = new FrameReader();

function send(reply: ChildReply, body?: Uint8Array): void {
  for (const chunk of encodeFrame(reply, body)) socket.write(chunk);
}

/** A stranger may not enter a data dir below a private folder; the pool then starts the child in the next, less confined way. */
function endUnlessReadable(dir: string): void {
  try {
    accessSync(dir, constants.R_OK | constants.X_OK);
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EACCES") process.exit(1);
  }
}

/** Native threads may still be at work, and an orderly exit would wait for them. */
function end(): void {
  process.kill(process.pid, "SIGKILL");
}

async function serve(request: ChildRequest, bytes: Buffer): Promise<void> {
  try {
    await answer(request, bytes, { engines, send });
  } catch (error) {
    if (error instanceof TaskFailure) {
      send({ kind: "failure", code: error.code, message: error.publicMessage, internal: error.message });
    } else {
      const internal = error instanceof Error ? `${error.name} ${error.stack ?? error.message}` : String(error);
      send({ kind: "failure", code: "internal", message: null, internal: internal.slice(0, 2000) });
    }
  }
}

socket.on("data", (chunk: Buffer) => {
  for (const { head, body } of frames.push(chunk)) void serve(head as ChildRequest, body);
});
socket.on("close", end);
socket.on("error", end);
// No later: what it writes is kept for other readers (pool/compiled.ts).
flushCompileCache();
send({ kind: "ready" });
