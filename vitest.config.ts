import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    globalSetup: ["tests/support/postgres.ts"],
    testTimeout: 90_000,
    hookTimeout: 120_000,
    maxWorkers: 3,
    reporters: ["default", ["json", { outputFile: "coverage/tests.json" }]],
    projects: [
      { extends: true, test: { name: "units", include: ["src/**/*.test.ts", "bench/**/*.test.ts", "samples/**/*.test.ts"] } },
      // A fifth of the whole run's CPU went into loading the service's modules again for each file. Files share them, and nothing else.
      { extends: true, test: { name: "service", include: ["tests/**/*.test.ts"], isolate: false } },
    ],
  },
});
