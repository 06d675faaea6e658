/**
 * `npm run faults:report`: each case of tests/faults/catalogue.ts with the tests that prove it and how they ended.
 * Runs those tests first; `-- --last` reads the reports of the last `npm test` and `npm run storm` instead. Exits 1 when one failed.
 */
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { CATALOGUE } from "../tests/faults/catalogue.ts";

const IDS_AT_START = /^((?:[A-Z]\d\d, )*[A-Z]\d\d): (.*)$/s;
const TESTS = new URL("../coverage/tests.json", import.meta.url);
const STORM = new URL("../coverage/storm.json", import.meta.url);

type Proof = { name: string; result: "passed" | "failed" | "skipped" };

const { last } = parseArgs({ options: { last: { type: "boolean" } } }).values;
if (!last)
  spawnSync("vitest", ["run", "--testNamePattern", "(^| )([A-Z]\\d\\d, )*[A-Z]\\d\\d: "], { stdio: ["ignore", "inherit", "inherit"] });

const proofs = new Map<string, Proof[]>();
for (const { title, status } of [...testsOf(TESTS), ...testsOf(STORM)]) {
  const [, ids, name] = IDS_AT_START.exec(title) ?? [];
  if (!ids || !name) continue;
  const result = status === "passed" || status === "failed" ? status : "skipped";
  for (const id of ids.split(", ")) proofs.set(id, [...(proofs.get(id) ?? []), { name, result }]);
}

const all = Object.values(CATALOGUE).flat();
for (const [part, cases] of Object.entries(CATALOGUE)) {
  console.log(`\n${part}`);
  for (const { id, promise, cannot } of cases) {
    console.log(`  ${id}  ${verdictOf(id, cannot).padEnd(8)}  ${promise}`);
    for (const line of linesOf(id, cannot)) console.log(`                 ${line}`);
  }
}
const count = (verdict: string) => all.filter(({ id, cannot }) => verdictOf(id, cannot) === verdict).length;
console.log(
  `\n${count("passed")} passed, ${count("failed")} failed, ${count("skipped")} skipped, ${count("no test")} without a test, of ${all.length} cases`,
);
process.exit(count("failed") > 0 ? 1 : 0);

/** Reports of one shape: what vitest writes as JSON, and the storm likewise. */
function testsOf(file: URL): { title: string; status: string }[] {
  if (!existsSync(file)) return [];
  const report: { testResults: { assertionResults: { title: string; status: string }[] }[] } = JSON.parse(readFileSync(file, "utf8"));
  return report.testResults.flatMap(({ assertionResults }) => assertionResults);
}

function verdictOf(id: string, cannot?: string): string {
  const results = (proofs.get(id) ?? []).map(({ result }) => result);
  if (results.includes("failed")) return "failed";
  if (results.includes("passed")) return "passed";
  return results.length > 0 || cannot ? "skipped" : "no test";
}

/** Tests of equal names (a table of inputs) are told once, with their number. */
function linesOf(id: string, cannot?: string): string[] {
  const each = new Map<string, Proof["result"][]>();
  for (const { name, result } of proofs.get(id) ?? []) each.set(name, [...(each.get(name) ?? []), result]);
  const lines = [...each].map(([name, results]) => {
    const bad = results.filter((result) => result !== "passed");
    return `${bad.length > 0 ? `${bad[0]}: ` : ""}${name}${results.length > 1 ? ` (${results.length})` : ""}`;
  });
  return cannot ? [...lines, cannot] : lines;
}
