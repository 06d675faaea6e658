/** Finds the regular expression literals of a source file, and where it constructs others. */
import { readdir } from "node:fs/promises";
import path from "node:path";
import { parse } from "@swc/core";

export type Pattern = { file: string; source: string; flags: string };
export type Written = { patterns: Pattern[]; makesAtLoad: boolean; makesInFunction: boolean };

/** All files that run in the service: without tests and files used only by tests. */
export async function sourceFiles(root: string): Promise<string[]> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && entry.name.endsWith(".ts") && !entry.name.endsWith(".test.ts"))
    .map((entry) => path.join(entry.parentPath, entry.name))
    .filter((file) => !file.split(path.sep).includes("testing"))
    .sort();
}

const FUNCTIONS = new Set([
  "FunctionDeclaration",
  "FunctionExpression",
  "ArrowFunctionExpression",
  "ClassMethod",
  "MethodProperty",
  "Constructor",
]);

export async function writtenIn(file: string, text: string): Promise<Written> {
  const found: Written = { patterns: [], makesAtLoad: false, makesInFunction: false };
  const visit = (node: unknown, inFunction: boolean): void => {
    if (Array.isArray(node)) for (const each of node) visit(each, inFunction);
    if (typeof node !== "object" || node === null || !("type" in node)) {
      if (typeof node === "object" && node !== null && !Array.isArray(node)) visit(Object.values(node), inFunction);
      return;
    }
    if (node.type === "RegExpLiteral" && "pattern" in node && "flags" in node)
      found.patterns.push({ file, source: String(node.pattern), flags: String(node.flags) });
    if ((node.type === "NewExpression" || node.type === "CallExpression") && namesRegExp(node))
      found[inFunction ? "makesInFunction" : "makesAtLoad"] = true;
    visit(Object.values(node), inFunction || FUNCTIONS.has(String(node.type)));
  };
  visit((await parse(text, { syntax: "typescript", target: "es2024" })).body, false);
  return found;
}

function namesRegExp(node: object): boolean {
  const callee = "callee" in node ? node.callee : null;
  return typeof callee === "object" && callee !== null && "value" in callee && callee.value === "RegExp";
}
