import { spawn } from "node:child_process";
import { chmodSync, mkdtempSync, readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { ReaderPool } from "./reader-pool.ts";

const entry = fileURLToPath(new URL("../testing/misbehaving-child.ts", import.meta.url));
const never = new AbortController().signal;
let tempDir: string;
let pool: ReaderPool;

beforeEach(() => {
  tempDir = mkdtempSync(join(tmpdir(), "reader-pool-test-"));
  chmodSync(tempDir, 0o711);
  pool = new ReaderPool({ tessdataDir: "", tempDir, entry, size: 1 });
});
afterEach(() => pool.close());

async function run(what: string, signal = never, bytes = Buffer.from("x")): Promise<Record<string, unknown>> {
  const request = { kind: "read", mimeType: "application/pdf", pages: null, password: what } as const;
  const { body } = await pool.run(request, bytes, signal);
  return JSON.parse(body.toString());
}

describe("children", () => {
  test("are kept from one document to the next", async () => {
    expect(await run("who")).toEqual(await run("who"));
  });

  test("know no secret, reach no network, and touch nothing but their own folder where the system allows it", async () => {
    vi.stubEnv("WINNOW_SECRET", "do not tell");
    const seen = await run("surroundings");
    vi.unstubAllEnvs();
    expect(Object.keys(seen.environment as object)).not.toContain("WINNOW_SECRET");
    expect(Object.keys(seen.environment as object)).not.toContain("PATH");
    if (process.platform !== "linux" || process.getuid?.() !== 0) return;
    expect(seen).toMatchObject({ network: "ENETUNREACH", above: "EACCES", root: "EACCES" });
  });

  test("end when their parent is killed", async () => {
    const script = `
      import { ReaderPool } from ${JSON.stringify(fileURLToPath(new URL("./reader-pool.ts", import.meta.url)))};
      const pool = new ReaderPool(${JSON.stringify({ tessdataDir: "", tempDir, entry, size: 1 })});
      const ask = (password) => pool.run({ kind: "read", mimeType: "application/pdf", pages: null, password }, Buffer.from("x"), new AbortController().signal);
      console.log(JSON.parse((await ask("who")).body.toString()).pid);
      await ask("hang");`;
    const parent = spawn(process.execPath, ["--input-type=module", "-e", script], { stdio: ["ignore", "pipe", "inherit"] });
    const pid = Number(await new Promise((resolve) => parent.stdout.once("data", (chunk: Buffer) => resolve(chunk.toString()))));
    parent.kill("SIGKILL");
    await vi.waitFor(() => expect(() => process.kill(pid, 0)).toThrow(), { timeout: 5000 });
  });
});

describe("a document that kills its reader", () => {
  test("is tried once more in a fresh child", async () => {
    const first = await run("who");
    const marker = join(mkdtempSync(join(tmpdir(), "marker-")), "crashed");
    chmodSync(join(marker, ".."), 0o777);
    const second = await run("crash-once", never, Buffer.from(marker));
    expect(second.pid).not.toBe(first.pid);
  });

  test("twice is corrupt, not to be retried, and the next document is read", async () => {
    await expect(run("crash")).rejects.toMatchObject({ code: "corrupt_document", retryable: false });
    expect(await run("who")).toHaveProperty("pid");
  });

  test("by asking for 2 GB ends long before its time is over, with a word about the resource limit", async () => {
    await run("who");
    const start = performance.now();
    await expect(run("eat")).rejects.toMatchObject({ code: "corrupt_document", publicMessage: expect.stringContaining("resource limit") });
    expect(performance.now() - start).toBeLessThan(15_000);
  });

  test("by sending nonsense does not reach its parent", async () => {
    await expect(run("babble")).rejects.toMatchObject({ code: "corrupt_document" });
  });

  test("leaves no folder behind", async () => {
    await expect(run("crash")).rejects.toThrow();
    await pool.close();
    await vi.waitFor(() => expect(readdirSync(tempDir)).toEqual([]));
  });
});

describe("abort", () => {
  test("ends the running work at once with the signal's reason", async () => {
    const stop = new AbortController();
    const { pid } = await run("who");
    const hanging = run("hang", stop.signal);
    stop.abort(new Error("cancelled by user"));
    await expect(hanging).rejects.toThrow("cancelled by user");
    await vi.waitFor(() => expect(() => process.kill(Number(pid), 0)).toThrow());
  });

  test("takes a waiting call out of the queue and leaves the others in order", async () => {
    const stop = new AbortController();
    const first = run("who");
    const waiting = run("who", stop.signal);
    const third = run("who");
    stop.abort(new Error("no longer wanted"));
    await expect(waiting).rejects.toThrow("no longer wanted");
    expect(await third).toEqual(await first);
  });
});
