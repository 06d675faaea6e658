/**
 * The exact versions that a package installs. When npm installs from a file it ignores the file's lock and `overrides`, so every package of
 * the first level of our lock becomes a dependency of the package itself, in our version. Deeper packages keep their range.
 */
import { execFile } from "node:child_process";
import { copyFile, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";

type Lock = { packages: Record<string, { version: string; name?: string; optional?: boolean }> };
type Versions = Record<string, string>;
/** `optionalDependencies`: binaries of other platforms, which npm skips. */
export type Pins = { dependencies: Versions; optionalDependencies: Versions };

const readLock = async (file: string): Promise<Lock> => JSON.parse(await readFile(file, "utf8"));

/**
 * Writes package.json and package-lock.json to `folder`. `manifest`: with the direct dependencies; `rootLock`: the lock with the versions.
 * Throws when a version would differ, and when npm would need the network to find one.
 */
export async function writePinned(
  folder: string,
  manifest: { dependencies: Versions } & Record<string, unknown>,
  rootLock: string,
): Promise<void> {
  const file = path.join(folder, "package-lock.json");
  await copyFile(rootLock, file);
  await writeManifest(folder, manifest);
  await updateLock(folder);
  const [lock, root] = await Promise.all([readLock(file), readLock(rootLock)]);
  for (const [place, { version }] of Object.entries(lock.packages))
    if (place !== "" && version !== root.packages[place]?.version)
      throw new Error(`${place} is ${version} there, but not in package-lock.json.`);
  await writeManifest(folder, { ...manifest, ...pinsOf(lock) });
  await updateLock(folder);
}

export function pinsOf({ packages }: Lock): Pins {
  const pins: Pins = { dependencies: {}, optionalDependencies: {} };
  for (const [place, { version, name, optional }] of Object.entries(packages)) {
    const [, called, deeper] = /^node_modules\/((?:@[^/]+\/)?[^/]+)(\/.*)?$/.exec(place) ?? [];
    if (called === undefined || deeper !== undefined) continue;
    const pinned = name === undefined ? version : `npm:${name}@${version}`;
    pins[optional ? "optionalDependencies" : "dependencies"][called] = pinned;
  }
  return pins;
}

const writeManifest = (folder: string, manifest: object) =>
  writeFile(path.join(folder, "package.json"), `${JSON.stringify(manifest, null, 2)}\n`);

/** npm itself removes unneeded entries from the lock. */
const updateLock = (folder: string) =>
  promisify(execFile)("npm", ["install", "--package-lock-only", "--ignore-scripts", "--offline", "--no-audit"], { cwd: folder });
