/** docs/cli.md: every command has an example there, and every example works. */
import { access, copyFile, mkdir, mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Command } from "commander";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createProgram } from "#cli/program.ts";
import { fillDataDir } from "../support/data-dir.ts";
import { cloneDatabase } from "../support/service.ts";
import { winnowHere } from "../support/winnow-here.ts";

const ROOT = path.resolve(import.meta.dirname, "../..");
const PAGE = await readFile(path.join(ROOT, "docs/cli.md"), "utf8");
const EXAMPLES = Array.from(PAGE.matchAll(/^```sh\nwinnow (.*)\n```$/gm), ([, words = ""]) => words);
/** They run until they are stopped, take long, or speak to a shell, and are run by tests/cli/{winnow,mcp,terminal}.processes.test.ts, tests/cli/{learn,results}.test.ts, `npm run demo`. */
const ELSEWHERE = ["start", "demo", "mcp", "complete", "doctor", "learn", "results"];

/** What some of them print. */
const PRINTS: [string, RegExp][] = [
  ["extract samples/invoice-en.pdf --schema", /^\/invoice_number {2}"MF-20418" {2}“.*MF-20418”, page 1 \[[\d., ]+\], confidence 0\.\d+$/m],
  ["resume", /^name {3}Tomás Ferreira Lima$/m],
  ["evaluate", /^ *\d+ {2}.+ \(confidence \d+\)\n {5}\S/m],
  ["measure", /^\/line_items\/\*\/amount +\d+ +100\.0 +0 +0 +0$/m],
  ["keys create", /^wnw_[0-9A-Za-z]{49}\n$/],
  ["budget", /^spent \$0\.0000 of \$25 this month\n$/],
];

let folder: string;
/** `backup` copies the embedded database; every other command uses one of the test run. */
let env: { embedded: Record<string, string>; shared: Record<string, string> };
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "winnow-docs-"));
  await fillDataDir(path.join(folder, "data"));
  await mkdir(path.join(folder, "samples"));
  // Of the samples those with a text layer, which are read in no time.
  for (const name of (await readdir(path.join(ROOT, "samples"))).filter((each) => each.startsWith("invoice-")))
    await copyFile(path.join(ROOT, "samples", name), path.join(folder, "samples", name));
  const embedded = { WINNOW_DATA_DIR: path.join(folder, "data") };
  env = { embedded, shared: { ...embedded, DATABASE_URL: await cloneDatabase() } };
});
afterAll(() => rm(folder, { recursive: true, force: true }));

function leavesOf(parent: Command, above: string[] = []): string[] {
  return parent.commands.flatMap((command) => {
    const words = [...above, command.name()];
    return command.commands.length > 0 ? leavesOf(command, words) : [words.join(" ")];
  });
}

const program = createProgram([], new AbortController().signal, () => undefined);

test("each command has an example, and each help has one", () => {
  const commands = leavesOf(program);
  expect(commands.filter((words) => !EXAMPLES.some((example) => example === words || example.startsWith(`${words} `)))).toEqual([]);
  for (const words of commands) {
    const command = words.split(" ").reduce<Command | undefined>((at, word) => at?.commands.find((each) => each.name() === word), program);
    let help = "";
    command
      ?.configureOutput({
        writeOut: (text) => {
          help += text;
        },
      })
      .outputHelp();
    expect(help, words).toMatch(new RegExp(`\nExamples:\n.*winnow ${words}`));
  }
});

test.each(EXAMPLES.filter((words) => !ELSEWHERE.includes(words.split(" ")[0] ?? "")))("winnow %s", async (words) => {
  const lists = { inb: "inboxes", out: "outboxes", key: "keys" };
  const [prefix, list] = Object.entries(lists).find(([each]) => words.includes(`${each}_…`)) ?? ["key", "keys"];
  const known = words.includes("_…") ? (await winnowHere([list, "list"], env.shared)).stdout : "";
  const args = words
    .replace(/(inb|out|key)_…/, new RegExp(`${prefix}_\\w+`).exec(known)?.[0] ?? "")
    .replaceAll("/tmp/", `${folder}/`)
    .replace(/ samples$/, ` ${folder}/samples`)
    .split(" ");
  const command = args[0] === "backup" ? env.embedded : env.shared;
  const { code, stdout, stderr } = await winnowHere(args, command);
  expect({ code, stderr }).toEqual({ code: 0, stderr: expect.not.stringContaining("rror") });
  expect(stdout + stderr).not.toBe("");
  for (const [start, printed] of PRINTS) if (words.startsWith(start)) expect(stdout).toMatch(printed);
});

test("the programs that start and demo run are there", async () => {
  for (const file of ["src/main/start.ts", "scripts/demo.ts"]) await expect(access(path.join(ROOT, file))).resolves.toBeUndefined();
});
