/**
 * A guide's code, run as its reader would, who has Node and npm: its shell blocks one after the other in one shell, its files written where they
 * stand, after the terminal was set up as the README says.
 */
import { execFile } from "node:child_process";
import { mkdtemp, readdir, readFile, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { userEnv } from "./user-env.ts";

const ROOT = path.resolve(import.meta.dirname, "../..");
const TIMEOUT_MS = 80_000;
/**
 * A fence with its language and the name of the file it is, or a comment that says what the block before prints, why the next is not run, or that it
 * is for whoever has a clone, or the package.
 */
const PART = /^```(\w+)(?: (\S+))?\n([\s\S]*?)^```$|^<!-- (prints|not run|with): (.*?) -->$/gm;

/** What the reader has: the source with its modules installed, or the published package in a folder of their own. */
export type Having = "a clone" | "the package";
export type Block = { language: string; file: string | null; code: string; prints: string[]; notRun: string | null; having: string | null };

/** In the order of the page. A reason why a block is not run stands before it. */
export function blocksOf(markdown: string): Block[] {
  const blocks: Block[] = [];
  let notRun: string | null = null;
  let having: string | null = null;
  for (const [, language, file, code, kind, text = ""] of markdown.matchAll(PART)) {
    if (kind === "prints") blocks.at(-1)?.prints.push(text);
    else if (kind === "not run") notRun = text;
    else if (kind === "with") having = text;
    else if (language !== undefined && code !== undefined) {
      blocks.push({ language, file: file ?? null, code, prints: [], notRun, having });
      notRun = null;
      having = null;
    }
  }
  return blocks;
}

const readPage = (page: string) => readFile(path.join(ROOT, page), "utf8");

/** The README's section that every guide begins with. */
async function setUp(): Promise<Block[]> {
  const [, section] = /^### Set up a terminal\n([\s\S]*?)^##/m.exec(await readPage("README.md")) ?? [];
  if (section === undefined) throw new Error("README.md says nowhere how to set up a terminal");
  return blocksOf(section);
}

type Running = { having: Having; folder: string; env: Record<string, string>; replace?: Record<string, string> };

/** What each block printed, in their order. Rejects with all output when one of them fails. `replace`: addresses of this machine for those of the page. */
export async function runGuide(page: string, { having, folder, env, replace = {} }: Running) {
  const before = page === "README.md" ? [] : await setUp();
  const all = [...before, ...blocksOf(await readPage(page))];
  const blocks = all.filter((block) => block.having === null || block.having === having);
  const script = ["set -euo pipefail", ...blocks.map(scriptOf)].join("\n");
  const local = Object.entries(replace).reduce((text, [from, to]) => text.replaceAll(from, to), script);
  const output = await bash(local, folder, userEnv(env));
  return blocks.map((block, i) => ({ ...block, printed: output.split(END)[i] ?? "" }));
}

/** A folder that looks like the clone, so that what a guide writes does not stay in it. */
export async function likeClone(): Promise<{ folder: string; [Symbol.asyncDispose](): Promise<void> }> {
  const folder = await mkdtemp(path.join(tmpdir(), "winnow-guide-"));
  for (const name of await readdir(ROOT)) if (name !== ".git") await symlink(path.join(ROOT, name), path.join(folder, name));
  return { folder, [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }) };
}

/** Printed after each block. */
const END = "\u001e";

function scriptOf({ language, file, code, notRun }: Block): string {
  const end = `printf '${END}'`;
  if (notRun !== null || (language !== "sh" && file === null)) return end;
  if (file === null) return `${code}${end}`;
  return `cat > ${file} <<'END OF FILE'\n${code}END OF FILE\n${end}`;
}

function bash(script: string, cwd: string, env: NodeJS.ProcessEnv): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = execFile("bash", ["-s"], { cwd, env, timeout: TIMEOUT_MS }, (error, stdout, stderr) => {
      if (error) reject(new Error(`the code ended with ${error.code ?? error.signal}:\n${stdout}\n${stderr}`));
      else resolve(stdout);
    });
    child.stdin?.end(script);
  });
}
