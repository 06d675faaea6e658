/** Folders and files that a command writes to. */
import { mkdir, rename, rm, stat } from "node:fs/promises";
import path from "node:path";
import { UsageError } from "./failures.ts";

/** `named`: the option that gave it, such as `--out`. Throws UsageError when it is a file or cannot be created. */
export async function makeFolder(folder: string, named: string, mode = 0o777): Promise<void> {
  const there = await stat(folder).catch(() => null);
  if (there?.isDirectory()) return;
  if (there) throw new UsageError(`${named} ${folder} is a file. Give a folder, or a name that does not exist yet.`);
  await mkdir(folder, { recursive: true, mode }).catch((cause: unknown) => {
    throw new UsageError(`${named} ${folder} cannot be made (${codeOf(cause)}). Give a folder that you may write to.`, { cause });
  });
}

/** The target NAME.json of each file: `invoice.pdf` becomes `invoice.json`. Throws UsageError where it cannot be written. */
export async function targetsIn(folder: string, files: readonly string[]): Promise<string[]> {
  const isFolder = (name: string) =>
    stat(name).then(
      (found) => found.isDirectory(),
      () => false,
    );
  if (/\.json$/i.test(folder) && !(await isFolder(folder)))
    throw new UsageError(
      `--out ${folder} names a file. Give a folder, which gets NAME.json for each file; for one file alone: --json > ${folder}`,
    );
  await makeFolder(folder, "--out");
  const targets = files.map((file) => path.join(folder, `${path.parse(file).name}.json`));
  const twice = targets.find((target, i) => targets.indexOf(target) !== i);
  if (twice !== undefined) throw new UsageError(`Several of the files would be written to ${twice}. Extract them to different folders.`);
  for (const target of targets)
    if (await isFolder(target)) throw new UsageError(`${target}, which would be written, is a folder. Give another folder for --out.`);
  return targets;
}

/** Throws UsageError. */
export function cannotWrite(target: string) {
  return (cause: unknown): never => {
    throw new UsageError(`${target} cannot be written (${codeOf(cause)}).`, { cause });
  };
}

/** The file is complete or not there, or as it was before. `write`: to the name that it is given. Throws UsageError when the file cannot be written. */
export async function writeWhole(target: string, write: (aside: string) => Promise<unknown>): Promise<void> {
  const aside = `${target}.new`;
  try {
    await write(aside);
    await rename(aside, target);
  } catch (error) {
    await rm(aside, { force: true });
    if (error instanceof Error && "syscall" in error) cannotWrite(target)(error);
    throw error;
  }
}

const codeOf = (error: unknown): string => (error instanceof Error && "code" in error ? String(error.code) : "unknown");
