/** A short storm (tests/storm): load, while processes are killed and networks and disks fail; `npm run storm` is the long one. */
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { storm } from "../storm/storm.ts";
import { removeWorld } from "../storm/world.ts";

test("J01, J06, J07, J31, W14: in a short storm nothing is lost, done twice or left behind", async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "winnow-storm-"));
  const lines: string[] = [];
  try {
    const checks = await storm({ folder, minutes: 0.25, seed: 5, perSecond: 5, tell: (line) => lines.push(line) });
    expect(
      checks.filter(({ problem }) => problem !== null),
      lines.join("\n"),
    ).toEqual([]);
  } finally {
    await removeWorld(folder);
  }
}, 300_000);
