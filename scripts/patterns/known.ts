/** Caches proofs on this machine, so that a check after a change takes a second. A clean checkout proves everything again. */
import { mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import recheck from "recheck/package.json" with { type: "json" };

const FILE = fileURLToPath(new URL("../../node_modules/.cache/winnow/patterns.json", import.meta.url));

type Known = { has(key: string): boolean; add(key: string): void; [Symbol.asyncDispose](): Promise<void> };

export async function openKnown(): Promise<Known> {
  const kept: { version: string; proved: string[] } = await readFile(FILE, "utf8").then(JSON.parse, () => ({ version: "", proved: [] }));
  const proved = new Set(kept.version === recheck.version ? kept.proved : []);
  return {
    has: (key) => proved.has(key),
    add: (key) => void proved.add(key),
    async [Symbol.asyncDispose]() {
      await mkdir(path.dirname(FILE), { recursive: true });
      await writeFile(FILE, JSON.stringify({ version: recheck.version, proved: [...proved] }));
    },
  };
}
