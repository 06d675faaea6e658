// One plain line counted from the runner's report, as `.ci/run` ends with.
import { readFileSync } from "node:fs";

const report = JSON.parse(readFileSync(new URL("../coverage/tests.json", import.meta.url), "utf8"));
const skipped = report.numPendingTests + report.numTodoTests;
console.log(`${report.numPassedTests} passed, ${report.numFailedTests} failed, ${skipped} skipped`);
