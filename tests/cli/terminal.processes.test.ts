/** What only a terminal and a shell show: the bar, colours, Ctrl-C, and the Tab key. */
import { execFile, spawn } from "node:child_process";
import { copyFile, mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { isRunning } from "#platform/process/process-state.ts";
import { fillDataDir } from "../support/data-dir.ts";
import { nodeEnv } from "../support/node-env.ts";
import { readersBelow } from "../support/process-table.ts";

const ROOT = path.resolve(import.meta.dirname, "../..");
const SAMPLES = path.join(ROOT, "samples");
let folder: string;
let env: NodeJS.ProcessEnv;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "winnow-terminal-"));
  env = { ...nodeEnv(), TERM: "xterm", WINNOW_DATA_DIR: path.join(folder, "data") };
  await fillDataDir(path.join(folder, "data"), { postgres: false });
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test.runIf(process.platform === "linux")("a terminal shows a bar; Ctrl-C ends the command with 130, and its readers with it", async () => {
  const labelled = path.join(folder, "labelled");
  await mkdir(labelled);
  for (const name of ["a", "b"])
    for (const kind of [".jpg", ".schema.json", ".expected.json"])
      await copyFile(path.join(SAMPLES, `receipt-photo${kind}`), path.join(labelled, `${name}${kind}`));
  const command = `${process.execPath} src/cli/winnow.ts measure ${labelled}`;
  const terminal = spawn("script", ["-qefc", command, "/dev/null"], { cwd: ROOT, env });
  let shown = "";
  terminal.stdout.on("data", (chunk: Buffer) => {
    shown += chunk.toString();
  });
  const ended = new Promise<number | null>((resolve) => terminal.once("close", resolve));
  await expect.poll(() => shown).toContain("0/2  0 s  a.jpg");
  await expect.poll(() => readersBelow(terminal.pid ?? 0)).not.toEqual([]);
  const readers = await readersBelow(terminal.pid ?? 0);
  terminal.stdin.write("\x03");
  expect(await ended).toBe(130);
  expect(shown).toContain("\x1b[31mStopped.\x1b[39m");
  const running = () => Promise.all(readers.map(({ pid }) => isRunning(pid)));
  await expect.poll(running).toEqual(readers.map(() => false));
});

test.runIf(process.platform === "linux")("a batch shows how fast it is and how long the rest takes", async () => {
  const inbox = path.join(folder, "inbox");
  await mkdir(inbox);
  for (let i = 0; i < 12; i++) await copyFile(path.join(SAMPLES, "invoice-en.pdf"), path.join(inbox, `${i}.pdf`));
  const by = `--schema ${path.join(SAMPLES, "invoice-en.schema.json")} --out ${path.join(folder, "inbox.jsonl")}`;
  const command = `${process.execPath} src/cli/winnow.ts extract ${inbox} ${by}`;
  const terminal = spawn("script", ["-qefc", command, "/dev/null"], { cwd: ROOT, env });
  let shown = "";
  terminal.stdout.on("data", (chunk: Buffer) => {
    shown += chunk.toString();
  });
  expect(await new Promise((resolve) => terminal.once("close", resolve))).toBe(0);
  expect(shown).toMatch(/ {2}\d+\/12 {2}\d+(\.\d)?\/(s|min) {2}\d+ (s|min) left/);
  expect(shown).toContain("12 of 12 files read, written to");
});

describe("the Tab key", () => {
  /** Answers as a shell gets them: what may follow, and after the colon whether files may (0), folders (16) or neither (4). */
  async function completions(...words: string[]): Promise<string[]> {
    const args = ["src/cli/winnow.ts", "complete", "--", ...words];
    const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: ROOT, env });
    return stdout
      .trim()
      .split("\n")
      .map((line) => line.split("\t")[0] ?? "");
  }

  test("completes commands, options, choices, and files where files are expected", async () => {
    expect(await completions("ev")).toEqual(["evaluate", ":4"]);
    expect(await completions("keys", "create", "--t")).toEqual(["--tier", ":4"]);
    expect(await completions("keys", "create", "--tier", "")).toEqual(["free", "pro", "enterprise", ":4"]);
    expect(await completions("extract", "--provider", "o")).toEqual(["openai", ":4"]);
    expect(await completions("extract", "a.pdf", "")).toEqual([":0"]);
    expect(await completions("extract", "a.pdf", "--schema", "")).toEqual([":0"]);
    expect(await completions("measure", "")).toEqual([":16"]);
  });

  test("bash asks and is answered", async () => {
    const script = `
      winnow() { "${process.execPath}" src/cli/winnow.ts "$@"; }
      _get_comp_words_by_ref() { words=("\${COMP_WORDS[@]}"); cword=$COMP_CWORD; cur=\${COMP_WORDS[COMP_CWORD]}; }
      source <(winnow complete bash)
      COMP_WORDS=(winnow extract --provider o); COMP_CWORD=3
      __winnow_complete 2> /dev/null
      echo "\${COMPREPLY[@]}"
      complete -p winnow`;
    const { stdout } = await promisify(execFile)("bash", ["-c", script], { cwd: ROOT, env });
    expect(stdout).toBe("openai\ncomplete -o default -F __winnow_complete winnow\n");
  });
});
