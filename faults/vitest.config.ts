import { configDefaults, defineConfig } from "vitest/config";
import { LEFT_OUT } from "../server/checks/fixtures/longTests.ts";

/**
 * Configuration of the fault tests, which run the built portal with killed processes and exhausted
 * resources (docs/RELIABILITY.md).
 */
export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: ["*.test.ts"],
    exclude: [...configDefaults.exclude, ...LEFT_OUT],
    globalSetup: ["support/migratedData.setup.ts"],
    pool: "forks",
    maxWorkers: 2,
    testTimeout: 300_000,
    // By default, `expect.poll` waits one second, in which a busy machine may not run the process
    // that the test waits for.
    expect: { poll: { timeout: 10_000 } },
    hookTimeout: 120_000,
  },
});
