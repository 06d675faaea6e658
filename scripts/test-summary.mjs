// Prints one line with the counts of the test runner's report, the last line of `.ci/run`.
import { readFileSync } from "node:fs";

const report = JSON.parse(readFileSync(new URL("../coverage/tests.json", import.meta.url), "utf8"));
const skipped = report.numPendingTests + report.numTodoTests;
console.log(`${report.numPassedTests} passed, ${report.numFailedTests} failed, ${skipped} skipped`);
