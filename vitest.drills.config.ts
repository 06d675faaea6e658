/** Faults that take minutes or want the machine to themselves: `npm run drills`. */
import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["tests/drills/**/*.drill.ts"],
    globalSetup: ["tests/support/postgres.ts"],
    testTimeout: 300_000,
    hookTimeout: 120_000,
    fileParallelism: false,
    reporters: ["default", ["json", { outputFile: "coverage/drills.json" }]],
  },
});
