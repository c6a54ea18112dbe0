import { defineConfig } from "vitest/config";

/** What happens when processes die and resources run out, with the real program (docs/RELIABILITY.md). */
export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: ["*.test.ts"],
    pool: "forks",
    maxWorkers: 2,
    testTimeout: 300_000,
    hookTimeout: 120_000,
  },
});
