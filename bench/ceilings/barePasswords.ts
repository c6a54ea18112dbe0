import { hashPassword, isPassword } from "#server/features/auth/password.ts";
import type { LoadResult } from "../measure/loadResult.ts";
import { percentile } from "../measure/percentile.ts";
import { PASSWORD } from "../scenarios/createBenchFixtures.ts";

// A separate program that only compares passwords, without the portal's HTTP server and database.

/** The message that starts a measurement by this program. */
export interface PasswordsTask {
  concurrency: number;
  seconds: number;
}

async function runLoad({ concurrency, seconds }: PasswordsTask): Promise<LoadResult> {
  const hash = await hashPassword(PASSWORD);
  const times: number[] = [];
  const started = performance.now();
  const visitor = async () => {
    while (performance.now() - started < seconds * 1000) {
      const sentAt = performance.now();
      await isPassword(hash, PASSWORD);
      times.push(performance.now() - sentAt);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, visitor));
  return {
    requestsPerSecond: (times.length * 1000) / (performance.now() - started),
    p50: percentile(times, 50),
    p99: percentile(times, 99),
    errors: 0,
    answered: times.length,
    turns: times.length,
  };
}

process.once("disconnect", () => process.exit());
process.on("message", (task: PasswordsTask) => {
  void runLoad(task).then((result) => process.send?.(result));
});
