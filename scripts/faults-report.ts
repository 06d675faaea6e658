/**
 * `npm run faults:report`: lists each case of tests/faults/catalogue.ts with its tests and their results, and the figures of
 * tests/faults/figures.ts with the measured values, from the last `npm test`, `npm run drills`, `npm run storm` and `npm run soak`; with
 * `-- --run` the tests of `npm test` are run first. Exits with 1 when one failed.
 */
import { spawnSync } from "node:child_process";
import { existsSync, globSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { CATALOGUE } from "../tests/faults/catalogue.ts";
import { FIGURES } from "../tests/faults/figures.ts";

const ROOT = path.resolve(import.meta.dirname, "..");
const IDS_AT_START = /^((?:[A-Z]\d\d[a-z]?, )*[A-Z]\d\d[a-z]?): (.*)$/s;
/** Titles of tests in the files: those that no report contains were not run. */
const TITLES = /["'`]((?:[A-Z]\d\d[a-z]?, )*[A-Z]\d\d[a-z]?): ([^"'`\n]*)/g;
const COMMANDS = {
  "npm test": "coverage/tests.json",
  "npm run drills": "coverage/drills.json",
  "npm run storm": "coverage/storm.json",
  "npm run soak": "coverage/soak.json",
};

type Verdict = "passed" | "failed" | "skipped" | "not run";
type Ended = { title: string; status: string; meta?: { figures?: { name: string | null; text: string }[] } };
type Proof = { name: string; result: Verdict };

if (parseArgs({ options: { run: { type: "boolean" } } }).values.run)
  spawnSync("vitest", ["run", "--testNamePattern", "(^| )([A-Z]\\d\\d[a-z]?, )*[A-Z]\\d\\d[a-z]?: "], {
    stdio: ["ignore", "inherit", "inherit"],
  });

const proofs = new Map<string, Proof[]>();
const measured: { name: string | null; text: string; command: string }[] = [];
const add = (ids: string, proof: Proof) => {
  for (const id of ids.split(", ")) proofs.set(id, [...(proofs.get(id) ?? []), proof]);
};
for (const [command, file] of Object.entries(COMMANDS)) {
  const report = path.join(ROOT, file);
  console.log(`${command}: ${existsSync(report) ? `as of ${statSync(report).mtime.toISOString()}` : "was not run here"}`);
  for (const { title, status, meta } of testsOf(report)) {
    measured.push(...(meta?.figures ?? []).map((each) => ({ ...each, command })));
    const [, ids, name] = IDS_AT_START.exec(title) ?? [];
    if (ids && name) add(ids, { name, result: status === "passed" || status === "failed" ? status : "skipped" });
  }
}
for (const file of globSync(["tests/**/*.{test,drill}.ts", "tests/{storm,soak}/*.ts", "src/**/*.test.ts"], { cwd: ROOT }))
  for (const [, ids = "", name = ""] of readFileSync(path.join(ROOT, file), "utf8").matchAll(TITLES))
    if (!ids.split(", ").every((id) => proofs.has(id))) add(ids, { name: `${name} (${file})`, result: "not run" });

const all = Object.values(CATALOGUE).flat();
for (const [part, cases] of Object.entries(CATALOGUE)) {
  console.log(`\n${part}`);
  for (const { id, promise, cannot } of cases) {
    console.log(`  ${id}  ${verdictOf(id).padEnd(8)}  ${promise}`);
    for (const line of linesOf(id, cannot)) console.log(`                 ${line}`);
  }
}
console.log("\nFigures");
for (const [name, [promise, asked]] of Object.entries(FIGURES)) {
  console.log(`  ${promise}: ${asked}`);
  const own = measured.filter((each) => each.name === name);
  for (const { text, command } of own) console.log(`                 ${text} (${command})`);
  if (own.length === 0) console.log("                 not measured");
}
const others = measured.filter((each) => each.name === null);
if (others.length > 0) console.log(["  measured besides", ...others.map(({ text }) => text)].join("\n                 "));

const count = (verdict: string) => all.filter(({ id }) => verdictOf(id) === verdict).length;
const counts = ["passed", "failed", "skipped", "not run", "no test"].map((verdict) => `${count(verdict)} ${verdict}`);
console.log(`\n${counts.join(", ")}; ${all.length} cases`);
process.exit(count("failed") > 0 ? 1 : 0);

/** Reports in vitest's JSON format, which the storm writes as well. */
function testsOf(file: string): Ended[] {
  if (!existsSync(file)) return [];
  const report: { testResults: { assertionResults: Ended[] }[] } = JSON.parse(readFileSync(file, "utf8"));
  return report.testResults.flatMap(({ assertionResults }) => assertionResults);
}

/** One failure makes the case failed; else one pass makes it passed. */
function verdictOf(id: string): Verdict | "no test" {
  const results = (proofs.get(id) ?? []).map(({ result }) => result);
  const verdicts: Verdict[] = ["failed", "passed", "skipped", "not run"];
  return verdicts.find((verdict) => results.includes(verdict)) ?? "no test";
}

/** Tests with equal names (tables of inputs) are printed once, with their number. */
function linesOf(id: string, cannot?: string): string[] {
  const each = new Map<string, Verdict[]>();
  for (const { name, result } of proofs.get(id) ?? []) each.set(name, [...(each.get(name) ?? []), result]);
  const lines = [...each].map(([name, results]) => {
    const bad = results.find((result) => result !== "passed");
    return `${bad === undefined ? "" : `${bad}: `}${name}${results.length > 1 ? ` (${results.length})` : ""}`;
  });
  return cannot ? [...lines, cannot] : lines;
}
