/** The package, the image's instructions and compose.yaml as users have them, installed and run: `npm run release:check`, after `npm run release`. */
import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["tests/release/**/*.release.ts"],
    globalSetup: ["tests/support/postgres.ts"],
    testTimeout: 600_000,
    hookTimeout: 900_000,
    expect: { poll: { timeout: 20_000 } },
    fileParallelism: false,
    reporters: ["default", ["json", { outputFile: "coverage/release.json" }]],
  },
});
