/** Time and memory of a reader for a file of each type, the size that people send and the size at the limits. */
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import sharp from "sharp";
import { FILE_TYPES, MIME_TYPES } from "#contract/file-types.ts";
import { TaskFailure } from "#contract/task-errors.ts";
import { type DocumentReader, openReader } from "#documents/read-document.ts";
import { unpackTessdata } from "#documents/tessdata.ts";
import { makeDocx, wordParagraph } from "#documents/testing/make-docx.ts";
import { makeXlsx, textRows } from "#documents/testing/make-office.ts";
import { makeSigned } from "#documents/testing/make-signed.ts";
import { oneOfEach } from "#documents/testing/one-of-each.ts";
import * as hostile from "../tests/support/hostile-files.ts";
import { treeBytes } from "../tests/support/memory.ts";

const ROUNDS = 5;
const MEGABYTE = 2 ** 20;

/** Files at the limits: what they give, or the error that they end with. */
const AT_THE_LIMITS: Record<string, () => Buffer> = {
  "DOCX of 200 pages": () => makeDocx(Array.from({ length: 16_000 }, (_, i) => wordParagraph(`Line ${i} of a long report`)).join("")),
  "XLSX of 16,000 rows, 96,000 cells": () =>
    makeXlsx([
      { name: "A", rows: textRows(Array.from({ length: 16_000 }, (_, i) => ["Oak table", `${i}`, "2026-03-14", "1.00", "EUR", "x"])) },
    ]),
  "XLSX of 2 million cells": () => hostile.wideSheet(2_000_000),
  "XLSX of 10 million cells": () => hostile.wideSheet(10_000_000),
  "CSV of 10 MB": () => Buffer.from("1;2\n".repeat(2_500_000)),
  "TXT of 10 MB": () => Buffer.from("A line of a long text, as logs have them\n".repeat(250_000)),
  "HTML of 29,000 elements": () => Buffer.from(`<!doctype html><html>${"<p>x</p>".repeat(14_000)}</html>`),
  "XML of 2 MB": () => Buffer.from(`<Orders>${"<Order><ID>17</ID><Total>12.50</Total></Order>".repeat(40_000)}</Orders>`),
  "DOCX that unpacks to 500 MB": () => hostile.docxBomb(500),
  "P7M of 9.5 MB of text in 9,500 pieces": () =>
    makeSigned(Buffer.from("A line of a long text, as logs have them\n".repeat(231_700)), { pieces: 1_000 }),
  "EML of 10,000 attachments": () => hostile.manyAttachments(10_000),
};

/** Backs of sheets, scanned at 200 dots per inch. */
const BACKS: Record<string, () => Promise<Buffer>> = {
  "PNG, a back with the scanner's grain": () =>
    sharp({ create: { ...BACK, noise: { type: "gaussian", mean: 245, sigma: 8 } } })
      .png()
      .toBuffer(),
  "PNG, a back with dust and punch holes": async () => {
    const spots = Array.from({ length: 60 }, (_, i) => ({ x: (i * 977) % 1_640, y: (i * 1_361) % 2_320, side: 2 + (i % 3) }));
    const holes = [700, 1_600].map((y) => ({ x: 50, y, side: 44 }));
    const ink = (side: number) => ({ create: { width: side, height: side, channels: 3 as const, background: "#333333" } });
    const on = sharp({ create: BACK });
    return on
      .composite([...spots, ...holes].map(({ x, y, side }) => ({ input: ink(side), left: x, top: y })))
      .png()
      .toBuffer();
  },
};
const BACK = { width: 1_654, height: 2_339, channels: 3 as const, background: "#f6f4ee" };

export async function formats(): Promise<void> {
  const home = mkdtempSync(path.join(tmpdir(), "winnow-formats-"));
  chmodSync(home, 0o711);
  await unpackTessdata(path.join(home, "tessdata"));
  const open = () => openReader({ tessdataDir: path.join(home, "tessdata"), tempDir: path.join(home, "reader"), size: 1 });
  try {
    const files = await oneOfEach();
    for (const type of MIME_TYPES) await report(open, `${FILE_TYPES[type].name}, one page`, files[type]);
    for (const [name, make] of Object.entries(BACKS)) await report(open, name, await make());
    for (const [name, make] of Object.entries(AT_THE_LIMITS)) await report(open, name, make());
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

/** A reader of its own, so that its memory is that of the file. The first reading loads the code of the type and is not counted. */
async function report(open: () => DocumentReader, name: string, bytes: Buffer): Promise<void> {
  await using reader = open();
  const first = await reading(reader, bytes);
  const before = process.memoryUsage().rss;
  const times: number[] = [];
  let most = 0;
  const watch = setInterval(async () => {
    most = Math.max(most, (await treeBytes(process.pid)) - before);
  }, 50);
  for (let round = 0; round < (first.ms > 2_000 ? 1 : ROUNDS); round++) times.push((await reading(reader, bytes)).ms);
  most = Math.max(most, (await treeBytes(process.pid)) - before);
  clearInterval(watch);
  const ms = times.sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;
  const size = `${(bytes.length / MEGABYTE).toFixed(2)} MB`;
  process.stdout.write(
    `${name.padEnd(36)} ${size.padStart(9)}  ${ms.toFixed(0).padStart(6)} ms  ${Math.round(most / MEGABYTE)} MB  ${first.outcome}\n`,
  );
}

async function reading(reader: DocumentReader, bytes: Buffer): Promise<{ ms: number; outcome: string }> {
  const start = performance.now();
  const outcome = await reader.read(bytes, {}, AbortSignal.timeout(60_000)).then(
    ({ pages, truncated }) => `${pages.length} pages${truncated ? ", truncated" : ""}`,
    (error: unknown) => (error instanceof TaskFailure ? error.code : String(error)),
  );
  return { ms: performance.now() - start, outcome };
}
