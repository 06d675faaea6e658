/** Does what the Dockerfile says in a plain folder: each stage is a folder that stands for its root. No engine, no layers, no base image. */
import { cp, mkdir, stat } from "node:fs/promises";
import path from "node:path";
import { argumentsOf, copyOf, ROOT, readIgnored, type Stage } from "../packaging/dockerfile.ts";
import { userEnv } from "../support/user-env.ts";
import { run } from "./user.ts";

/** Left out: it writes to /usr and gives a folder away, which wants root in an image of its own. The test does the same below its folder. */
const WANTS_ROOT = /\/usr\/local\/bin/;

export type Built = { root: string; workdir: string; leftOut: string[] };

/** The base image's Node is the one that runs this. */
export const imagePath = (more: readonly string[] = []): string => [...more, path.dirname(process.execPath), userEnv().PATH].join(":");

/** `roots`: the folders of the stages before it, by name. */
export async function buildStage(stage: Stage, root: string, roots: ReadonlyMap<string, string>): Promise<Built> {
  const built: Built = { root, workdir: "/", leftOut: [] };
  await mkdir(root, { recursive: true });
  for (const instruction of stage.instructions) {
    const text = argumentsOf(instruction);
    if (instruction.getKeyword() === "WORKDIR") {
      built.workdir = path.posix.resolve(built.workdir, text);
      await mkdir(path.join(root, built.workdir), { recursive: true });
    } else if (instruction.getKeyword() === "COPY") await copy(copyOf(instruction), built, roots);
    else if (instruction.getKeyword() === "RUN") {
      if (WANTS_ROOT.test(text)) built.leftOut.push(text);
      else await run("sh", ["-c", text], { cwd: path.join(root, built.workdir), env: userEnv({ PATH: imagePath() }) });
    }
  }
  return built;
}

/** A folder's content goes into the target; a file becomes it, or goes into it where it ends with a slash. */
async function copy({ from, sources, target }: ReturnType<typeof copyOf>, { root, workdir }: Built, roots: ReadonlyMap<string, string>) {
  const ignored = readIgnored();
  const start = from === null ? ROOT : (roots.get(from) ?? "");
  const place = path.join(root, path.posix.resolve(workdir, target));
  for (const source of sources) {
    const whole = path.join(start, source);
    const isFolder = (await stat(whole)).isDirectory();
    await cp(whole, !isFolder && target.endsWith("/") ? path.join(place, path.basename(source)) : place, {
      recursive: true,
      verbatimSymlinks: true,
      filter: (file) => from !== null || !ignored(path.relative(ROOT, file)),
    });
  }
}
