/** `npm test`: four projects, told apart by the names of the files; CONTRIBUTING.md says what belongs in each, and what is left to `npm run drills`. */
import { defineConfig } from "vitest/config";
import { LongestFirst } from "./tests/support/longest-first.ts";

const BROWSER = "tests/**/*.browser.test.ts";
const PROCESSES = "tests/**/*.processes.test.ts";
const NIGHTLY = "tests/**/*.nightly.test.ts";

const COMMON = {
  // Limits for what hangs. They are far above what a test takes, as a machine of two busy cores takes two to three times as long as a free one.
  testTimeout: 300_000,
  hookTimeout: 300_000,
  // On a machine that others use too, the report tells which tests passed at the second try only.
  retry: process.env.CI ? 1 : 0,
  // What it waits for comes; how soon is asserted where that is promised.
  expect: { poll: { timeout: 120_000 } },
  // More than cores: many files wait for a process, a timer or the browser.
  maxWorkers: 3,
  // Beside other tests on the same cores a worker that gives way hardly comes to work.
  env: { WINNOW_WORKER_NICE: "0" },
  // Files share the modules they load, a service, a reader and a browser, and nothing else (tests/support/shared-service.ts).
  isolate: false,
};

export default defineConfig({
  test: {
    globalSetup: ["tests/support/temp-in-memory.ts", "tests/support/postgres.ts"],
    sequence: { sequencer: LongestFirst },
    reporters: ["default", ["json", { outputFile: "coverage/tests.json" }]],
    projects: [
      { test: { ...COMMON, name: "browser", include: [BROWSER] } },
      { test: { ...COMMON, name: "processes", include: [PROCESSES] } },
      { test: { ...COMMON, name: "service", include: ["tests/**/*.test.ts"], exclude: [BROWSER, PROCESSES, NIGHTLY] } },
      { test: { ...COMMON, name: "unit", include: ["{src,bench,samples}/**/*.test.ts"] } },
    ],
  },
});
