import { join } from "node:path";
import { configDefaults, defineConfig } from "vitest/config";
import { LEFT_OUT } from "./server/checks/fixtures/longTests.ts";

/**
 * Unit tests, and HTTP tests with a real PostgreSQL. Browser tests have their own configurations.
 */
export default defineConfig({
  test: {
    alias: [
      {
        find: /^@node-rs\/argon2$/,
        replacement: join(import.meta.dirname, "server/checks/fixtures/cheapArgon2.ts"),
      },
    ],
    include: ["contract", "server", "web", "bench", "scripts"].map(
      (folder) => `${folder}/**/*.test.{ts,tsx}`,
    ),
    exclude: [...configDefaults.exclude, ...LEFT_OUT, "web/**/*.component.test.tsx"],
    globalSetup: ["server/checks/fixtures/postgres.setup.ts"],
    pool: "forks",
    maxWorkers: 2,
    // The test files of a worker share loaded modules, because loading the modules for each test
    // file took a third of the total time.
    isolate: false,
    setupFiles: ["server/checks/fixtures/file.setup.ts"],
    // A test that hangs ends after this time. No other test takes as long, even on a busy machine.
    testTimeout: 60_000,
    // By default, `expect.poll` waits one second, in which a busy machine may not run the process
    // that the test waits for.
    expect: { poll: { timeout: 10_000 } },
    hookTimeout: 60_000,
  },
});
