/** Which part of the file system a child sees: what it needs to run, and nothing of the user who started it. */
import { existsSync, realpathSync, statSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import path from "node:path";

/** A folder to be covered by an empty one, a file or folder that must be available again afterwards, or a folder in which nothing may be written. */
export type Mount = { kind: "cover" | "keep" | "read-only"; path: string };

/**
 * In mounting order, outer folders first. `keep`: folders the child needs besides its program and its imports. Covered: the data dir,
 * temporary and run-time folders, homes, the folder of the program, and above what is kept every folder that other users cannot enter (for
 * example a checkout below a folder of mode 700). `readOnly`: folders the child needs and must not change.
 */
export function mountsFor(ask: { entry: string; dataDir: string | null; keep: readonly string[]; readOnly: readonly string[] }): Mount[] {
  const { entry, dataDir, keep } = ask;
  const readOnly = ask.readOnly.filter(existsSync).map(real);
  const kept = [...programOf(entry), path.dirname(process.execPath), ...keep].filter(existsSync).map(real).concat(readOnly);
  const packageDir = packageOf(entry);
  const wanted = ["/tmp", "/run", "/home", "/root", tmpdir(), homedir(), dataDir, packageDir].flatMap((dir) =>
    dir === null ? [] : [real(dir)],
  );
  const covers = [...wanted, ...kept.flatMap(closedAbove)].filter((dir) => dir !== "/" && isFolder(dir));
  const keeps = outermost(kept).filter((each) => covers.some((cover) => isBelow(each, cover)));
  const mounts: Mount[] = [
    ...[...new Set(covers)].filter((dir) => !kept.includes(dir)).map((dir) => ({ kind: "cover", path: dir }) as const),
    ...keeps.map((each) => ({ kind: "keep", path: each }) as const),
  ];
  const locks = readOnly.map((dir) => ({ kind: "read-only", path: dir }) as const);
  return [...mounts.sort((a, b) => a.path.split("/").length - b.path.split("/").length), ...locks];
}

/** The folder of the program's sources, the files that configure its imports, and every folder of packages that it may import from. */
function programOf(entry: string): string[] {
  const root = packageOf(entry);
  const [top = ""] = path.relative(root, entry).split(path.sep);
  const packages = above(root).map((dir) => path.join(dir, "node_modules"));
  return [path.join(root, top), path.join(root, "package.json"), path.dirname(entry), ...packages].filter(existsSync);
}

function packageOf(entry: string): string {
  const dirs = above(path.dirname(entry));
  return dirs.find((dir) => existsSync(path.join(dir, "package.json"))) ?? path.dirname(entry);
}

/** The folder and all its ancestors, nearest first. */
function above(dir: string): string[] {
  const parent = path.dirname(dir);
  return parent === dir ? [dir] : [dir, ...above(parent)];
}

/** Ancestors that other users cannot enter. */
function closedAbove(file: string): string[] {
  return above(path.dirname(file)).filter((dir) => (statSync(dir).mode & 0o001) === 0);
}

function outermost(paths: readonly string[]): string[] {
  const distinct = [...new Set(paths)];
  return distinct.filter((each) => !distinct.some((other) => isBelow(each, other)));
}

const isBelow = (inner: string, outer: string): boolean => inner !== outer && inner.startsWith(outer === "/" ? "/" : `${outer}/`);
const isFolder = (dir: string): boolean => existsSync(dir) && statSync(dir).isDirectory();
const real = (file: string): string => (existsSync(file) ? realpathSync(file) : path.resolve(file));
