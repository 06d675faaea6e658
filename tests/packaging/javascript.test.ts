/** How the package's JavaScript is made of our TypeScript. */
import { execFile } from "node:child_process";
import path from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { toJavaScript } from "../../scripts/package/javascript.ts";
import { ROOT } from "./dockerfile.ts";

const SHIPPED = new Set(["src/main/start.ts", "src/main/child.ts", "src/platform/log.ts"]);

test("types go, lines stay, and every name of a file of ours ends in .js", () => {
  const source = [
    'import { type Log, openLog } from "#platform/log.ts";',
    'import type { Gone } from "./not-shipped.ts";',
    'export const keep = (log: Log): URL => new URL("child.ts", import.meta.url);',
    'export const later = () => import("./child.ts");',
    'export const text = "a file such as notes.txt";',
  ].join("\n");
  const made = toJavaScript(source, "src/main/start.ts", SHIPPED).split("\n");
  expect(made[0]).toMatch(/^import {\s+openLog } from "#platform\/log\.js";$/);
  expect(made[1]?.trim()).toBe("");
  expect(made[2]).toMatch(/\(log\s+\)\s+=> new URL\("child\.js", import\.meta\.url\);$/);
  expect(made[3]).toBe('export const later = () => import("./child.js");');
  expect(made[4]).toBe(source.split("\n")[4]);
});

test("a file that names one which is not in the package stops the release", () => {
  expect(() => toJavaScript('import "./testing/make-pdf.ts";', "src/main/start.ts", SHIPPED)).toThrow(
    "src/main/testing/make-pdf.ts is not in the package",
  );
});

test("`winnow` works in a clone, and ends as the command ends", async () => {
  const winnow = (...args: string[]) => promisify(execFile)(process.execPath, [path.join(ROOT, "bin/winnow.mjs"), ...args]);
  expect((await winnow("--help")).stdout).toContain("Usage: winnow");
  await expect(winnow("no-such-command")).rejects.toMatchObject({ code: 2 });
});
