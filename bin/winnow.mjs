#!/usr/bin/env node
/** The `winnow` command under Node 24: this process, or the Node that the dependency `node` brings. Plain JavaScript, so that Node 20 can run it. */
import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import path from "node:path";
import { fileURLToPath } from "node:url";

const NODE_MAJOR_MIN = 24;
const HELP =
  "Winnow needs Node 24. It brings one as the package `node`, which is not whole: npm was kept from running its install script. " +
  "Run `npm rebuild`, or use Node 24 itself.\n";

const entry = new URL("../src/cli/winnow.ts", import.meta.url);

if (Number.parseInt(process.versions.node, 10) >= NODE_MAJOR_MIN) await import(entry.href);
else runUnder(broughtNode());

/** The program of the dependency `node`; null without it. */
function broughtNode() {
  const require = createRequire(import.meta.url);
  try {
    const file = require.resolve("node/package.json");
    return path.resolve(path.dirname(file), require(file).bin.node);
  } catch {
    return null;
  }
}

/** Ends as the program ends: with its exit code, or by its signal. */
function runUnder(node) {
  if (node === null) return fail();
  // A server ends when this process is gone.
  const env = { ...process.env, WINNOW_STARTED_BY: String(process.pid) };
  const child = spawn(node, [fileURLToPath(entry), ...process.argv.slice(2)], { stdio: "inherit", env });
  const signals = ["SIGINT", "SIGTERM", "SIGHUP"];
  for (const signal of signals) process.on(signal, () => child.kill(signal));
  child.on("error", fail);
  child.on("exit", (code, signal) => {
    if (signal === null) process.exit(code);
    for (const each of signals) process.removeAllListeners(each);
    process.kill(process.pid, signal);
  });
}

function fail() {
  process.stderr.write(HELP);
  process.exit(1);
}
