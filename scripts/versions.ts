/**
 * `npm run versions`: records the current output of the versioned parts (tests/golden). Exits with 1 when an output changed but its version
 * did not.
 */
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { openReader } from "#documents/read-document.ts";
import { type Output, outputs, wrongWith } from "../tests/golden/outputs.ts";

const FILE = path.resolve(import.meta.dirname, "../tests/golden/versions.json");
const folder = mkdtempSync(path.join(tmpdir(), "winnow-golden-"));
chmodSync(folder, 0o711);
const reader = openReader({ tessdataDir: folder, tempDir: path.join(folder, "reader"), size: 1 });
const now = await outputs(reader);
await reader[Symbol.asyncDispose]();
rmSync(folder, { recursive: true, force: true });
const recorded: Record<string, Output> = JSON.parse(readFileSync(FILE, "utf8"));
const wrong = Object.entries(now).flatMap(([name, output]) => wrongWith(name, output, recorded[name]) ?? []);
for (const message of wrong) console.error(message);
if (wrong.length === 0) writeFileSync(FILE, `${JSON.stringify(now, null, 2)}\n`);
process.exitCode = wrong.length > 0 ? 1 : 0;
