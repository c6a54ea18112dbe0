import { defineConfig } from "vitest/config";

/**
 * Fault tests with the built portal: killed processes and exhausted resources
 * (docs/RELIABILITY.md).
 */
export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: ["*.test.ts"],
    globalSetup: ["support/migratedData.setup.ts"],
    pool: "forks",
    maxWorkers: 2,
    testTimeout: 300_000,
    hookTimeout: 120_000,
  },
});
