/**
 * H03: a list as long as a stranger makes it must not become the arguments of a call: V8 keeps arguments on the stack, which overflows at some
 * 120,000 of them. What works on documents uses documents/long-lists.ts.
 */
import { readFile } from "node:fs/promises";
import path from "node:path";
import { parse } from "@swc/core";
import { expect, test } from "vitest";

const ROOT = path.resolve(import.meta.dirname, "../../src");
const ROOMS = [
  "language",
  "documents",
  "structure",
  "engines",
  "results",
  "skills",
  "resumes",
  "job-ads",
  "scoring",
  "recruiting",
  "extraction",
];

function spreadsIn(node: unknown): number {
  if (typeof node !== "object" || node === null) return 0;
  const below = Object.values(node).reduce((sum: number, each) => sum + spreadsIn(each), 0);
  const isCall = "type" in node && (node.type === "CallExpression" || node.type === "NewExpression");
  const given = isCall && "arguments" in node && Array.isArray(node.arguments) ? node.arguments : [];
  return below + given.filter((each: { spread?: unknown }) => each?.spread).length;
}

test.each(ROOMS)("H03: nothing in src/%s spreads a list over the arguments of a call", async (room) => {
  const { sourceFiles } = await import("../../scripts/patterns/written.ts");
  const found: string[] = [];
  for (const file of await sourceFiles(path.join(ROOT, room))) {
    const { body } = await parse(await readFile(file, "utf8"), { syntax: "typescript", target: "es2024" });
    if (spreadsIn(body) > 0) found.push(path.relative(ROOT, file));
  }
  expect(found).toEqual([]);
});
