/** Faults that take minutes or want the machine to themselves, and in full what `npm test` has a share of: `npm run drills`. */
import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: [
      "tests/drills/**/*.drill.ts",
      "tests/**/*.nightly.test.ts",
      "tests/faults/**/*.test.ts",
      "tests/platform/stopping.processes.test.ts",
      "tests/dashboard/pages.browser.test.ts",
    ],
    env: { STORM: "1" },
    globalSetup: ["tests/support/postgres.ts"],
    testTimeout: 300_000,
    hookTimeout: 120_000,
    // A second, the default, is little on a machine that runs other tests beside.
    expect: { poll: { timeout: 20_000 } },
    fileParallelism: false,
    reporters: ["default", ["json", { outputFile: "coverage/drills.json" }]],
  },
});
