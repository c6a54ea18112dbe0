import { readFileSync } from "node:fs";
import { expect, onTestFinished, test, vi } from "vitest";
import { startDatabase } from "./support/externalDatabase.ts";
import { call } from "./support/httpCall.ts";
import { startPortal } from "./support/portalProcess.ts";

const MB = 1e6;

/** Maximum resident memory of an idle portal (docs/PERFORMANCE.md, "Targets"). */
const IDLE_LIMIT = 160 * MB;

/** Minimum difference to the peak memory. 17 MB in practice. */
const MIN_RETURNED = 8 * MB;

/** Sooner than V8 would collect on its own. */
const WITHIN_MS = 20_000;

/** Current and peak resident memory in bytes. */
function memoryOf(pid: number) {
  const status = readFileSync(`/proc/${String(pid)}/status`, "utf8");
  const bytes = (name: string) =>
    Number(new RegExp(`^${name}:\\s+(\\d+)`, "m").exec(status)?.[1]) * 1024;
  return { now: bytes("VmRSS"), most: bytes("VmHWM") };
}

test.runIf(process.platform === "linux")(
  "an idle portal returns the memory that its start needed",
  async () => {
    const database = await startDatabase();
    onTestFinished(() => database.stop());
    const environment = { DATABASE_URL: database.url, MALLOC_ARENA_MAX: "2" };
    const portal = await startPortal({ environment });
    onTestFinished(async () => void (await portal.stop()));
    const page = () => call({ port: portal.port, host: "localhost", path: "/" });
    expect((await page()).status).toBe(200);
    const isSmall = () => {
      const { now, most } = memoryOf(portal.pid);
      return most - now >= MIN_RETURNED && now <= IDLE_LIMIT;
    };
    await vi.waitUntil(isSmall, { timeout: WITHIN_MS, interval: 100 });
    expect((await page()).status).toBe(200);
  },
);
