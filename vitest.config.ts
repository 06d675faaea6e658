import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["src/**/*.test.ts", "tests/**/*.test.ts", "bench/**/*.test.ts", "samples/**/*.test.ts"],
    globalSetup: ["tests/support/postgres.ts"],
    testTimeout: 90_000,
    hookTimeout: 120_000,
    // A second, the default, is little on a machine that runs other tests beside.
    expect: { poll: { timeout: 20_000 } },
    maxWorkers: 3,
    // Beside other tests on the same cores a worker that gives way hardly comes to work.
    env: { WINNOW_WORKER_NICE: "0" },
    // Files share the modules they load, and nothing else. tests/contract and tests/http took 188 s of CPU with modules of their own, 144 s without.
    isolate: false,
    reporters: ["default", ["json", { outputFile: "coverage/tests.json" }]],
  },
});
