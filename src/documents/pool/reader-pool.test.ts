import { spawn, spawnSync } from "node:child_process";
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { getPriority, tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { childDirMaintenance } from "./child-dirs.ts";
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

/** Whether this machine allows everybody the namespaces and mounts that the full level needs. */
const allowsFull =
  process.platform === "linux" &&
  spawnSync("unshare", ["--user", "--map-root-user", "--net", "--pid", "--mount", "--fork", "mount", "-t", "tmpfs", "tmpfs", "/proc"])
    .status === 0;

/** Ids of the reader processes of this test's pools, without the processes that confine them. */
async function readers(): Promise<number[]> {
  const found: number[] = [];
  for (const name of readdirSync("/proc").filter((each) => /^\d+$/.test(each))) {
    const [command, environment] = ["cmdline", "environ"].map((file) => textOf(`/proc/${name}/${file}`));
    if (command?.startsWith(process.execPath) && command.includes(entry) && environment?.includes(tempDir)) found.push(Number(name));
  }
  return found;
}

function textOf(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}

async function run(what: string, signal = never, bytes = Buffer.from("x")): Promise<Record<string, unknown>> {
  const { body } = await pool.run({ kind: "work", name: what, ask: null }, bytes, signal);
  return JSON.parse(body.toString());
}

describe("children", () => {
  test("that are not ready in time are killed, and the call rejects with `internal`", async () => {
    const silent = fileURLToPath(new URL("../testing/silent-child.ts", import.meta.url));
    const started = new ReaderPool({ tessdataDir: "", tempDir, entry: silent, size: 1, startSeconds: 0.3 });
    await expect(started.run({ kind: "work", name: "who", ask: null }, Buffer.from("x"), never)).rejects.toMatchObject({
      code: "internal",
    });
    await started.close();
  });

  test("are kept from one document to the next", async () => {
    const [first] = [await run("who"), await readers()];
    expect(await readers()).toHaveLength(1);
    const before = await readers();
    expect(await run("who")).toEqual(first);
    expect(await readers()).toEqual(before);
  });

  test("that hold much memory after a document are asked to free it: those that do are kept, others replaced", async () => {
    const held = (how: string) => run("hold", never, Buffer.from(how));
    await held("until asked");
    const [first] = await readers();
    await run("who");
    expect(await readers()).toEqual([first]);
    await held("for ever");
    await run("who");
    expect(await readers()).not.toContain(first);
  });

  test("that are kept ready start after the first call, and again when they end, so that no later call waits for a start", async () => {
    await pool.close();
    pool = new ReaderPool({ tessdataDir: "", tempDir, entry, size: 2, perLane: 1, ready: { kind: "work", name: "who", ask: null } });
    expect(await readers()).toEqual([]);
    await run("who");
    await vi.waitFor(async () => expect(await readers()).toHaveLength(2), 10_000);
    const [killed = 0, other] = await readers();
    process.kill(killed, "SIGKILL");
    await run("who");
    await run("who");
    await vi.waitFor(async () => expect((await readers()).filter((pid) => pid !== killed)).toHaveLength(2), 10_000);
    expect(await readers()).toContain(other);
  });

  test("have the nice value that they are given", async () => {
    await run("who");
    expect((await readers()).map((pid) => getPriority(pid))).toEqual([getPriority()]);
    await pool.close();
    pool = new ReaderPool({ tessdataDir: "", tempDir, entry, size: 1, nice: 5 });
    await run("who");
    expect((await readers()).map((pid) => getPriority(pid))).toEqual([Math.min(19, getPriority() + 5)]);
  });

  test("F20: know no secret, reach no network, and access nothing but their own folder where the system allows it", async () => {
    vi.stubEnv("WINNOW_SECRET", "do not tell");
    const seen = await run("surroundings");
    vi.unstubAllEnvs();
    expect(Object.keys(seen.environment as object)).not.toContain("WINNOW_SECRET");
    expect(Object.keys(seen.environment as object)).not.toContain("PATH");
    if (!allowsFull) return;
    expect(await pool.findLevel()).toBe("full");
    expect(seen).toMatchObject({ network: "ENETUNREACH", above: "", root: "EACCES", parent: "ENOENT" });
  });

  test.each(["hang", "spin"])("end when their parent is killed, also when they %s", async (what) => {
    const script = `
      import { ReaderPool } from ${JSON.stringify(fileURLToPath(new URL("./reader-pool.ts", import.meta.url)))};
      const pool = new ReaderPool(${JSON.stringify({ tessdataDir: "", tempDir, entry, size: 1 })});
      const ask = (name) => pool.run({ kind: "work", name, ask: null }, Buffer.from("x"), new AbortController().signal);
      await ask("who");
      const asked = ask(${JSON.stringify(what)});
      if (${what === "spin"}) await asked;
      console.log("asked");
      await asked;
      await ask("hang");`;
    const parent = spawn(process.execPath, ["--input-type=module", "-e", script], { stdio: ["ignore", "pipe", "inherit"] });
    await new Promise((resolve) => parent.stdout.once("data", resolve));
    expect(await readers()).toHaveLength(1);
    parent.kill("SIGKILL");
    await vi.waitFor(async () => expect(await readers()).toEqual([]), { timeout: 5000 });
  });
});

describe("folders of children", () => {
  test("F21: of dead parents are removed, also when the process id is in use again; those of living parents stay", async () => {
    await run("who");
    const [own = ""] = readdirSync(tempDir);
    const [, pid = "", start = ""] = /^reader-(\d+)-(\w+)-/.exec(own) ?? [];
    for (const name of [`reader-4194303-${start}-gone`, `reader-${pid}-1-again`])
      mkdirSync(join(tempDir, name, "inner"), { recursive: true });
    for (const { work } of childDirMaintenance({ tempDir })) await work();
    expect(readdirSync(tempDir)).toEqual([own]);
    expect(await run("who")).toHaveProperty("pid");
  });

  test("may be removed while nothing is read: the next child gets a new one", async () => {
    rmSync(tempDir, { recursive: true });
    expect(await run("who")).toHaveProperty("pid");
  });
});

describe("a document that kills its reader", () => {
  test("is tried once more in a fresh child", async () => {
    await pool.close();
    // A folder that both readers share.
    const shared = mkdtempSync(join(tempDir, "shared-"));
    chmodSync(shared, 0o777);
    pool = new ReaderPool({ tessdataDir: shared, tempDir, entry, size: 1 });
    await run("who");
    const before = await readers();
    expect(await run("crash-once", never, Buffer.from(join(shared, "crashed")))).toHaveProperty("pid");
    expect(await readers()).not.toEqual(before);
  });

  test("twice is corrupt, not to be retried, and the next document is read", async () => {
    await expect(run("crash")).rejects.toMatchObject({ code: "corrupt_document", retryable: false });
    expect(await run("who")).toHaveProperty("pid");
  });

  // Within 2 s on a machine that does nothing else: tests/drills/reader.drill.ts.
  test("F18: by asking for 2 GB ends soon, with a message about the resource limit", async () => {
    const start = performance.now();
    await expect(run("eat")).rejects.toMatchObject({ code: "deadline_exceeded", publicMessage: expect.stringContaining("resource limit") });
    expect(performance.now() - start).toBeLessThan(20_000);
  });

  test("by asking for 2 GB after another was read gets a fresh child, and ends", async () => {
    await run("who");
    await expect(run("eat")).rejects.toMatchObject({ code: "deadline_exceeded", publicMessage: expect.stringContaining("resource limit") });
  });

  test("by sending nonsense does not reach its parent", async () => {
    await expect(run("babble")).rejects.toMatchObject({ code: "corrupt_document" });
  });

  test("leaves no folder behind", async () => {
    await expect(run("crash")).rejects.toThrow();
    await pool.close();
    await vi.waitFor(() => expect(readdirSync(tempDir)).toEqual([]), { timeout: 10_000 });
  });
});

describe("abort", () => {
  test("ends the running work at once with the signal's reason", async () => {
    const stop = new AbortController();
    await run("who");
    const hanging = run("hang", stop.signal);
    stop.abort(new Error("cancelled by user"));
    await expect(hanging).rejects.toThrow("cancelled by user");
    await vi.waitFor(async () => expect(await readers()).toEqual([]), { timeout: 10_000 });
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

describe("confinement", () => {
  test.runIf(allowsFull)("H10: is full below folders that only root may enter, as a checkout in /root is", async () => {
    await pool.close();
    const closed = mkdtempSync(join(tmpdir(), "closed-"));
    chmodSync(closed, 0o700);
    const copy = join(closed, "package", "src");
    cpSync(fileURLToPath(new URL("../..", import.meta.url)), copy, { recursive: true });
    cpSync(fileURLToPath(new URL("../../../package.json", import.meta.url)), join(closed, "package", "package.json"));
    const tessdataDir = join(closed, "data", "tessdata");
    mkdirSync(tessdataDir, { recursive: true });
    writeFileSync(join(closed, "data", "secret"), "do not tell");
    pool = new ReaderPool({ tessdataDir, tempDir, entry: join(copy, "documents/testing/misbehaving-child.ts"), size: 1 });
    expect(await pool.findLevel()).toBe("full");
    expect(await run("surroundings")).toMatchObject({ network: "ENETUNREACH", secret: "ENOENT" });
    rmSync(closed, { recursive: true });
  });

  test.runIf(allowsFull)("H10: lets no reader write among the networks that it was given, also where everybody may", async () => {
    await pool.close();
    const networks = mkdtempSync(join(tmpdir(), "networks-"));
    chmodSync(networks, 0o777);
    writeFileSync(join(networks, "finder.onnx"), "");
    pool = new ReaderPool({ tessdataDir: "", tempDir, ocrModelsDir: networks, entry, size: 1 });
    expect(await pool.findLevel()).toBe("full");
    expect(await run("write", never, Buffer.from(join(networks, "more.onnx")))).toEqual({ written: "EROFS", listed: "finder.onnx" });
    expect(readdirSync(networks)).toEqual(["finder.onnx"]);
    rmSync(networks, { recursive: true });
  });

  test("H10: is never lowered by a start that fails", async () => {
    const level = await pool.findLevel();
    await pool.close();
    pool = new ReaderPool({ tessdataDir: "", tempDir: join(tempDir, "gone\0"), entry, size: 1, level });
    await expect(run("who")).rejects.toMatchObject({ code: "internal" });
    expect(await pool.findLevel()).toBe(level);
  });
});
