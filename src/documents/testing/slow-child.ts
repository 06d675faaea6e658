/** A child for tests of long scans: reads two pages of nine in a request, and leaves the others. */
import { Socket } from "node:net";
import type { Page } from "#documents/document.ts";
import { documentFromWire, documentToWire } from "#documents/pool/document-wire.ts";
import { encodeFrame, FrameReader } from "#documents/pool/frames.ts";
import { pageToWire } from "#documents/pool/page-wire.ts";
import type { ChildReply, ChildRequest, ReadOptions, ReadSummary } from "#documents/pool/protocol.ts";
import { withLeft } from "#documents/read-on.ts";
import { scannedPage } from "./scanned-page.ts";

const PAGES = 9;
const PAGES_A_REQUEST = 2;

const socket = new Socket({ fd: 3, readable: true, writable: true });
const frames = new FrameReader();

function send(reply: ChildReply, body?: Uint8Array): void {
  for (const chunk of encodeFrame(reply, body)) socket.write(chunk);
}

function read(asked: number[] | null): { summary: ReadSummary; pages: Page[] } {
  const numbers = asked ?? Array.from({ length: PAGES }, (_, i) => i + 1);
  const left = withLeft([], numbers.slice(PAGES_A_REQUEST));
  return {
    summary: { mimeType: "application/pdf", pageCount: PAGES, truncated: false, ...left },
    pages: numbers.slice(0, PAGES_A_REQUEST).map(scannedPage),
  };
}

/** Answers with the numbers of the pages that it works on. */
async function work({ inTurns, documentBytes }: Extract<ChildRequest, { kind: "work" }>, body: Buffer): Promise<void> {
  const { summary, pages } = read(null);
  const reading: ReadOptions = { accepts: ["application/pdf"], pages: null, password: null, ink: false, marks: false, onePage: false };
  if (documentBytes === undefined && inTurns) return send({ kind: "unfinished", reading }, await documentToWire({ ...summary, pages }));
  const on = documentBytes === undefined ? pages : documentFromWire(body.subarray(documentBytes)).pages;
  send({ kind: "done" }, Buffer.from(JSON.stringify(on.map(({ number }) => number))));
}

socket.on("data", (chunk: Buffer) => {
  for (const { head, body } of frames.push(chunk)) {
    const request = head as ChildRequest;
    if (request.kind === "work") void work(request, body);
    if (request.kind === "read") {
      const { summary, pages } = read(request.pages);
      for (const page of pages) send({ kind: "page" }, pageToWire(page));
      send({ kind: "read", summary });
    }
  }
});
socket.on("close", () => process.kill(process.pid, "SIGKILL"));
send({ kind: "ready" });
