/** Files that are small and grow when they are opened: each ends within its caps, and nobody else feels it. */
import { readdir } from "node:fs/promises";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import type { TaskRecord } from "#contract/task.ts";
import { makePdf, textAt } from "#documents/testing/make-pdf.ts";
import { isRunning } from "#platform/process/process-state.ts";
import * as bombs from "../support/bomb-pdf.ts";
import { jpegSegment, loopingExif, METADATA_BOMBS, whitePng, withSegments } from "../support/hostile-image.ts";
import { growthOf, residentBytes, treeBytes } from "../support/memory.ts";
import { type OwnProcesses, startOwnProcesses } from "../support/own-processes.ts";
import { base64, INVOICE, INVOICE_SCHEMA, pdfOf } from "../support/pdf.ts";
import { readersBelow } from "../support/process-table.ts";
import { kill } from "../support/processes.ts";

/** As callers poll who are in a hurry. */
const POLL_MS = 25;
const MEGABYTE = 1024 * 1024;
/** Of one worker's reader: what its memory is counted as, and what else it holds: code, libraries, models. */
const READER_BYTES_MAX = (512 + 300) * MEGABYTE;

let service: OwnProcesses;
let worker: number;
beforeAll(async () => {
  service = await startOwnProcesses({ WINNOW_WORKERS: "1" });
  worker = (await service.processes.pids()).workers[0] ?? 0;
  // The reader and what it loads for pictures are there by then.
  await extract(await pdfOf(INVOICE));
  await extract(whitePng(60, 30));
});
afterAll(() => service?.[Symbol.asyncDispose]());

async function extract(bytes: Buffer, more: object = {}): Promise<TaskRecord> {
  const body = { file_content: base64(bytes), extraction_schema: INVOICE_SCHEMA, cache: "off", ...more };
  const id = await service.client.submit(body);
  return service.client.wait(id);
}

/** The first page, as wide as may be asked for. */
async function drawn({ task_id }: TaskRecord): Promise<Buffer> {
  const { url, apiKey } = service.client;
  const answer = await fetch(`${url}/api/extractor/v1/tasks/${task_id}/pages/1.png?width=3000`, {
    headers: { authorization: apiKey ?? "" },
  });
  return Buffer.from(await answer.arrayBuffer());
}

/** From the start of the last attempt to the end. */
const tookMs = ({ started_at, completed_at }: TaskRecord) => Date.parse(completed_at ?? "") - Date.parse(started_at ?? "");

/** The worker lives, its own memory stays, and its reader keeps to its share. */
async function expectBounded(work: () => Promise<unknown>): Promise<void> {
  const readerBytes = async () => (await treeBytes(worker)) - (await residentBytes(worker));
  let reader = 0;
  const grown = await growthOf(
    () => residentBytes(worker),
    async () => {
      const before = await readerBytes();
      reader = before + (await growthOf(readerBytes, work));
    },
  );
  expect(reader).toBeLessThan(READER_BYTES_MAX);
  expect(grown).toBeLessThan(50 * MEGABYTE);
  expect((await service.processes.pids()).workers).toEqual([worker]);
}

// 200 ms are many times what it takes, and few on a machine that is busy with other things.
test.each([
  ["PNG", () => whitePng(30_000, 30_000)],
  ["JPEG", async () => hugeJpeg(60_000)],
])("F05: a %s of 900 megapixels or more is refused from its header", { retry: 2 }, async (_name, make) => {
  const bytes = await make();
  const grown = await growthOf(
    () => treeBytes(worker),
    async () => {
      const task = await extract(bytes);
      expect(task).toMatchObject({ status: "failed", error: { code: "corrupt_document", message: expect.stringContaining("megapixels") } });
      expect(tookMs(task)).toBeLessThan(200);
    },
  );
  expect(grown).toBeLessThan(50 * MEGABYTE);
});

describe("F07", () => {
  const png = Object.entries(METADATA_BOMBS).map(([name, make]) => [`${name} in a PNG`, () => whitePng(60, 30, [make(50)])] as const);
  const jpeg: [string, () => Promise<Buffer>][] = [
    ["EXIF that points at itself in a JPEG", () => jpegWith([jpegSegment(0xe1, Buffer.concat([Buffer.from("Exif\0\0"), loopingExif()]))])],
    ["150 pieces of a profile in a JPEG", () => jpegWith(Array.from({ length: 150 }, (_, i) => profilePiece(i + 1, 150)))],
  ];
  // All in full; a few otherwise, as most take a reader seconds.
  test.each([...png, ...jpeg])("F07: %s ends within the caps", async (_name, make) => {
    const bytes = await make();
    await expectBounded(async () => {
      const task = await extract(bytes);
      expect(["empty_document", "corrupt_document", undefined]).toContain(task.error?.code);
      expect(task.completed_at).not.toBeNull();
    });
  });
});

const BOMBS: [string, () => Buffer][] = [
  ["an object stream of 400 MB", () => bombs.objectStreamBomb(400)],
  ["200 MB of drawing in one stream", () => bombs.flateBomb(200)],
  ["1 GB of blanks, packed twice", () => bombs.doubleBomb(1_000)],
  ["forms that draw 100 million lines", () => bombs.formBomb(8)],
];
// Each takes its reader's whole share of time or memory.
test.each(BOMBS)("F09: %s ends as failed within 45 s, the worker's memory stays", async (_name, make) => {
  await expectBounded(async () => {
    const task = await extract(make());
    expect(task).toMatchObject({ status: "failed", attempts: 1, error: { code: "corrupt_document", retryable: false } });
    expect(task.error?.message).toContain("resource limit");
    expect(tookMs(task)).toBeLessThan(45_000);
  });
});

test("F09: a hundred filters on one small stream are read", async () => {
  expect(await extract(bombs.nestedFilters(100))).toMatchObject({ status: "completed", data: { invoice_number: "INV-00042" } });
});

test("F10: a tree of a million pages is told to have too many, and cycles end, within 10 s", async () => {
  const many = await extract(bombs.pageTree(6));
  expect(many).toMatchObject({ status: "failed", error: { code: "too_many_pages", message: expect.stringContaining("200 pages") } });
  const rest = [bombs.pageTree(9), ...(["kids", "parent", "xref"] as const).map(bombs.cyclic)];
  const tasks = await Promise.all(rest.map((bytes) => extract(bytes)));
  expect(tasks.map(({ error }) => error?.code ?? "read")).toEqual(["empty_document", "read", "read", "read"]);
  for (const task of [many, ...tasks]) expect(tookMs(task)).toBeLessThan(10_000);
});

test("F11: a page of 14,400 inches, 75 times as large, is read, and drawn at a bounded size", async () => {
  const content = INVOICE[0]?.map(({ text, y }) => textAt(50, y, text)).join("") ?? "";
  const pdf = makePdf({ pages: [content], size: [1_036_800, 1_036_800], pageEntries: "/UserUnit 75" });
  await expectBounded(async () => {
    const task = await extract(pdf);
    expect(task.status).toBe("completed");
    const { width, height } = await sharp(await drawn(task)).metadata();
    expect(Math.max(width, height)).toBeLessThanOrEqual(3_000);
    expect(width * height).toBeLessThanOrEqual(20_000_000);
  });
});

test("F24: a text of 500 pages is refused with what to do, and a part of it is read", async () => {
  const pdf = await pdfOf(Array.from({ length: 500 }, (_, i) => [{ text: `Invoice number: INV-${i + 1}`, y: 50 }]));
  const whole = await extract(pdf);
  expect(whole).toMatchObject({
    status: "failed",
    attempts: 1,
    error: { code: "too_many_pages", message: expect.stringContaining("`pages`") },
  });
  expect(await extract(pdf, { pages: "400" })).toMatchObject({ status: "completed", data: { invoice_number: "INV-400" } });
});

test("F24: a scan of 10,000 words is read, or left at its caps with a word about them", async () => {
  const words = (line: number) => Array.from({ length: 34 }, (_, i) => `word${line * 34 + i}`).join(" ");
  const content = Array.from({ length: 300 }, (_, line) => textAt(20, 22 * line - 5_758, words(line), { size: 18 })).join("");
  const scan = await drawn(await extract(makePdf({ pages: [content], size: [3_000, 6_600] })));
  await expectBounded(async () => {
    const task = await extract(scan);
    expect(tookMs(task)).toBeLessThan(46_000);
    if (task.status === "failed") expect(task.error?.message).toContain("resource limit");
    else expect(task).toMatchObject({ status: "completed", completeness: { pages_read: [1] } });
    process.stdout.write(`a scan of 10,000 words: ${task.status} after ${tookMs(task)} ms\n`);
  });
}, 300_000);

test("F23: 50 bombs at once: states are answered within 500 ms, memory is bounded", async () => {
  const heavy = [bombs.flateBomb(200), bombs.doubleBomb(500), bombs.objectStreamBomb(400)];
  const quick = [bombs.pageTree(6), whitePng(30_000, 30_000), bombs.cyclic("kids"), bombs.pageTree(9), bombs.nestedFilters(100)];
  const files = Array.from({ length: 50 }, (_, i) => (i % 2 === 0 ? heavy[i % heavy.length] : quick[i % quick.length]));
  const supervisor = service.processes.supervisor.pid ?? 0;
  const waits: number[] = [];
  const grown = await growthOf(
    () => treeBytes(supervisor),
    async () => {
      const bodies = files.map((bytes = Buffer.alloc(0)) => ({
        file_content: base64(bytes),
        extraction_schema: INVOICE_SCHEMA,
        cache: "off",
      }));
      const ids = await Promise.all(bodies.map((body) => service.client.submit(body)));
      for (let open = ids; open.length > 0; ) {
        const at = performance.now();
        const task = await service.client.wait(open[0] ?? "", 0);
        waits.push(performance.now() - at);
        if (task.completed_at !== null) open = open.slice(1);
        else await sleep(POLL_MS);
      }
    },
  );
  waits.sort((a, b) => a - b);
  expect(waits[Math.floor(waits.length * 0.99)]).toBeLessThan(500);
  expect(grown).toBeLessThan(READER_BYTES_MAX + 200 * MEGABYTE);
}, 300_000);

test("F21: a worker killed while it reads leaves no reader and no folder behind", async () => {
  const folder = path.join(service.tempDir, (await readdir(service.tempDir)).find((name) => name.startsWith("winnow-reader")) ?? "");
  const id = await service.client.submit({ file_content: base64(bombs.pictureBomb(60_000)), extraction_schema: INVOICE_SCHEMA });
  await expect.poll(async () => (await service.client.wait(id, 0)).stage, { timeout: 10_000 }).toBe("reading");
  const left = async () => (await readdir(folder)).filter((name) => name.startsWith(`reader-${worker}-`));
  // A reader has its folder before its process is the program.
  const readers = await vi.waitFor(async () => {
    const found = await readersBelow(worker);
    expect(found.length).toBeGreaterThan(0);
    expect(await left()).toHaveLength(found.length);
    return found;
  });
  kill(worker);
  const running = () => Promise.all(readers.map(({ pid }) => isRunning(pid)));
  await expect.poll(running, { timeout: 10_000 }).toEqual(readers.map(() => false));
  await expect.poll(left, { timeout: 30_000 }).toEqual([]);
  await service.client.post(`/v1/tasks/${id}/cancel`);
});

async function jpegWith(segments: Buffer[]): Promise<Buffer> {
  const white = sharp({ create: { width: 60, height: 30, channels: 3, background: "white" } });
  return withSegments(await white.jpeg().toBuffer(), segments);
}

/** One of so many pieces of a colour profile, as full as a segment can be (ICC.1, annex B.4). */
function profilePiece(number: number, count: number): Buffer {
  return jpegSegment(
    0xe2,
    Buffer.concat([Buffer.from("ICC_PROFILE\0", "latin1"), Buffer.from([number, count]), Buffer.alloc(65_500, "A")]),
  );
}

/** A small picture whose header says it has this many pixels to a side. */
async function hugeJpeg(sidePx: number): Promise<Buffer> {
  const bytes = await jpegWith([]);
  const frame = bytes.indexOf(Buffer.from([0xff, 0xc0]));
  bytes.writeUInt16BE(sidePx, frame + 5);
  bytes.writeUInt16BE(sidePx, frame + 7);
  return bytes;
}
