import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["src/**/*.test.ts", "tests/**/*.test.ts", "bench/**/*.test.ts", "samples/**/*.test.ts"],
    globalSetup: ["tests/support/postgres.ts"],
    testTimeout: 90_000,
    hookTimeout: 120_000,
    maxWorkers: 3,
    // A fifth of the whole run's CPU went into loading the same modules again for each file. Files share them, and nothing else.
    isolate: false,
    reporters: ["default", ["json", { outputFile: "coverage/tests.json" }]],
  },
});
