import { configDefaults, defineConfig } from "vitest/config";

/** Tests over HTTP against a real PostgreSQL, and of pure functions. Those in a browser: vitest.components.config.ts and e2e. */
export default defineConfig({
  test: {
    include: ["contract", "server", "web", "bench", "scripts"].map(
      (folder) => `${folder}/**/*.test.{ts,tsx}`,
    ),
    exclude: [...configDefaults.exclude, "web/**/*.component.test.tsx"],
    globalSetup: ["server/checks/fixtures/postgres.setup.ts"],
    pool: "forks",
    maxWorkers: 2,
    // Files of a worker share its modules: reading them anew for each took a third of the time.
    isolate: false,
    setupFiles: ["server/checks/fixtures/file.setup.ts"],
    testTimeout: 20_000,
    hookTimeout: 60_000,
  },
});
