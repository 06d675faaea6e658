/** The temporary folders of children: named after their parent, so that those of dead parents can be found. */
import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";

const PREFIX = "reader-";

/** Start of the name of one child's folder; mkdtemp puts random letters behind it. */
export function childDirPrefix(tempDir: string): string {
  return join(tempDir, `${PREFIX}${process.pid}-`);
}

/** Removes what the children of killed parents left behind. Never throws: the next start tries again. */
export function sweepChildDirs(tempDir: string): void {
  for (const name of readdirSync(tempDir)) {
    const parent = /^reader-(\d+)-/.exec(name)?.[1];
    if (parent === undefined || isAlive(Number(parent))) continue;
    try {
      rmSync(join(tempDir, name), { recursive: true, force: true });
    } catch {
      // Somebody else's folder, or being removed by a second process right now.
    }
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}
