/** Faults that take minutes or want the machine to themselves, and tests/faults in full: `npm run drills`. */
import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["tests/drills/**/*.drill.ts", "tests/faults/**/*.test.ts"],
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
