import { readFileSync } from "node:fs";
import { expect, onTestFinished, test, vi } from "vitest";
import { startDatabase } from "./support/externalDatabase.ts";
import { call } from "./support/httpCall.ts";
import { startPortal } from "./support/portalProcess.ts";

const MB = 1e6;

/** Maximum resident memory of an idle portal (docs/PERFORMANCE.md, "Targets"). */
const IDLE_LIMIT = 160 * MB;

/** Milliseconds in which the memory must fall below the limit after the start. */
const WITHIN_MS = 60_000;

/** Returns a process's resident memory in bytes. */
function memoryOf(pid: number): number {
  const status = readFileSync(`/proc/${String(pid)}/status`, "utf8");
  return Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1]) * 1024;
}

test.runIf(process.platform === "linux")(
  "an idle portal uses at most 160 MB of resident memory",
  async () => {
    const database = await startDatabase();
    onTestFinished(() => database.stop());
    const environment = { DATABASE_URL: database.url, MALLOC_ARENA_MAX: "2" };
    const portal = await startPortal({ environment });
    onTestFinished(async () => void (await portal.stop()));
    const page = () => call({ port: portal.port, host: "localhost", path: "/" });
    expect((await page()).status).toBe(200);
    const isSmall = () => memoryOf(portal.pid) <= IDLE_LIMIT;
    await vi.waitUntil(isSmall, { timeout: WITHIN_MS, interval: 100 });
    expect((await page()).status).toBe(200);
  },
);
