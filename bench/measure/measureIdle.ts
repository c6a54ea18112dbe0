import { setTimeout as sleep } from "node:timers/promises";
import { captureResponse } from "../ceilings/captureResponse.ts";
import { startBenchPortal } from "../portal/benchPortal.ts";
import { requestAt } from "../scenarios/requestAt.ts";
import { scenarios } from "../scenarios/scenarios.ts";
import type { BenchFixtures } from "../scenarios/createBenchFixtures.ts";
import { residentBytes } from "./cpu.ts";
import type { IdleFigures } from "./results.ts";

/**
 * Milliseconds to wait after the start or after a garbage collection, so that the portal finishes
 * its background work before its memory is measured.
 */
const SETTLE_MS = 3000;

const COLLECT = new URL("../portal/collectOnSignal.mjs", import.meta.url).href;

/**
 * Measures an idle portal: its start time, and its memory after the start, after one request of
 * each reading scenario, and after a garbage collection.
 */
export async function measureIdle(
  databaseUrl: string,
  fixtures: BenchFixtures,
): Promise<IdleFigures> {
  const portal = await startBenchPortal(
    { DATABASE_URL: databaseUrl },
    { node: ["--import", COLLECT] },
  );
  try {
    await sleep(SETTLE_MS);
    const afterStart = residentBytes(portal.pid);
    for (const scenario of scenarios.filter(({ isWrite }) => !isWrite)) {
      await captureResponse(portal.port, requestAt(scenario, fixtures, 0));
    }
    const afterFirstPages = residentBytes(portal.pid);
    process.kill(portal.pid, "SIGUSR2");
    await sleep(SETTLE_MS);
    const afterCollection = residentBytes(portal.pid);
    return { startedWithin: portal.startedWithin, afterStart, afterFirstPages, afterCollection };
  } finally {
    await portal.stop();
  }
}
