/**
 * Memory of the API process and time while eight files of the largest size arrive at once, in each of the three ways that a file can be sent:
 * as fast as it can be taken, and on lines that take three seconds for it. Each way has a process of its own.
 */
import { readFile, writeFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { LIMITS } from "#contract/limits.ts";
import type { Client } from "../tests/support/client.ts";
import { clientOf } from "../tests/support/processes.ts";
import { cpuSeconds } from "./cpu-seconds.ts";
import type { Finding } from "./report.ts";
import { invoices, SCHEMA, startSubject } from "./subject.ts";

const FILES = 8;
/** One account may hold 80 MB at a time, which six of the JSON bodies are. */
const ACCOUNTS = 2;
const SLOW_MS = 3_000;
const CHUNK_BYTES = 128 * 1024;
/** Garbage of the start and of the first requests is gone by then. */
const SETTLE_MS = 3_000;
const MEGABYTE = 2 ** 20;

type Way = (client: Client, file: Buffer, pauseMs: number) => Promise<void>;
const WAYS: Record<string, Way> = { "base64 in JSON": sendJson, "multipart/form-data": sendParts, "an upload by PUT": sendUpload };

export async function uploads(): Promise<Finding> {
  const invoice = await invoices(1);
  // What stands behind the end of a PDF is not read.
  const file = Buffer.concat([...invoice, Buffer.alloc(LIMITS.documentBytesMax)], LIMITS.documentBytesMax);
  const details: Record<string, number | string> = {};
  const worst = new Map<Way, number>();
  for (const [name, way] of Object.entries(WAYS))
    for (const slowMs of [0, SLOW_MS]) {
      const { peakMb, seconds, cpu } = await measured(way, file, slowMs);
      const called = `${name}${slowMs > 0 ? ", slow lines" : ""}`;
      details[`${called}: memory above idle, MB`] = Math.round(peakMb);
      details[`${called}: s`] = seconds;
      details[`${called}: CPU, s`] = cpu;
      worst.set(way, Math.max(worst.get(way) ?? 0, peakMb));
    }
  const value = (worst.get(sendUpload) ?? Number.NaN) / (worst.get(sendJson) ?? Number.NaN);
  return { name: "memory of uploads, PUT / JSON", value, unit: "", target: { kind: "at most", value: 0.5 }, details };
}

async function measured(way: Way, file: Buffer, slowMs: number): Promise<{ peakMb: number; seconds: number; cpu: number }> {
  await using subject = await startSubject({ WINNOW_WORKERS: "1" });
  const { processes, dataDir, client } = subject;
  const others = await Promise.all(
    Array.from({ length: ACCOUNTS - 1 }, (_, i) => clientOf(processes, dataDir, { email: `b${i}@example.com` })),
  );
  const clients = [client, ...others];
  const [pid = 0] = (await processes.pids()).api;
  for (const each of clients) await way(each, file.subarray(0, CHUNK_BYTES), 0);
  await sleep(SETTLE_MS);
  // The peak is counted from here (proc(5), clear_refs).
  await writeFile(`/proc/${pid}/clear_refs`, "5");
  const [idleMb, cpu] = [await statusMb(pid, "VmRSS"), await cpuSeconds(pid)];
  const began = performance.now();
  const pauseMs = slowMs / (file.length / CHUNK_BYTES);
  await Promise.all(Array.from({ length: FILES }, (_, i) => way(clients[i % ACCOUNTS] ?? client, file, pauseMs)));
  const seconds = (performance.now() - began) / 1000;
  return { peakMb: (await statusMb(pid, "VmHWM")) - idleMb, seconds, cpu: (await cpuSeconds(pid)) - cpu };
}

async function statusMb(pid: number, line: "VmRSS" | "VmHWM"): Promise<number> {
  const [, kilobytes] = new RegExp(`${line}:\\s+(\\d+)`).exec(await readFile(`/proc/${pid}/status`, "utf8")) ?? [];
  return (Number(kilobytes) * 1024) / MEGABYTE;
}

async function sendJson(client: Client, file: Buffer, pauseMs: number): Promise<void> {
  const body = Buffer.from(JSON.stringify({ file_content: file.toString("base64"), extraction_schema: SCHEMA, cache: "off" }));
  await sent(client, `${client.url}/api/extractor/v1/extract-async`, "POST", "application/json", body, pauseMs);
}

async function sendParts(client: Client, file: Buffer, pauseMs: number): Promise<void> {
  const form = new FormData();
  form.append("request", JSON.stringify({ extraction_schema: SCHEMA, cache: "off" }));
  form.append("file", new Blob([Uint8Array.from(file)]), "invoice.pdf");
  const whole = new Response(form);
  const type = whole.headers.get("content-type") ?? "";
  const body = Buffer.from(await whole.arrayBuffer());
  await sent(client, `${client.url}/api/extractor/v1/extract-async`, "POST", type, body, pauseMs);
}

async function sendUpload(client: Client, file: Buffer, pauseMs: number): Promise<void> {
  const { json } = await client.post("/v1/uploads", { size_bytes: file.length });
  await sent(client, json.url, "PUT", "application/pdf", file, pauseMs);
  await client.submit({ document: { upload_id: json.upload_id }, extraction_schema: SCHEMA, cache: "off" });
}

/** `pauseMs`: between two chunks. What is refused for now is sent again. */
async function sent(client: Client, url: string, method: string, type: string, body: Buffer, pauseMs: number): Promise<void> {
  for (;;) {
    const answer = await fetch(url, {
      method,
      headers: { authorization: String(client.apiKey), "content-type": type, "content-length": String(body.length) },
      body: pauseMs > 0 ? ReadableStream.from(chunksOf(body, pauseMs)) : Uint8Array.from(body),
      duplex: "half",
    } as RequestInit);
    const text = await answer.text();
    if (answer.ok) return;
    if (answer.status !== 429) throw new Error(`${method} answered ${answer.status}: ${text}`);
    await sleep(1_000);
  }
}

async function* chunksOf(body: Buffer, pauseMs: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < body.length; at += CHUNK_BYTES) {
    yield body.subarray(at, at + CHUNK_BYTES);
    await sleep(pauseMs);
  }
}
