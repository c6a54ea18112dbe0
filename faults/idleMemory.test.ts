import { readFileSync } from "node:fs";
import { expect, onTestFinished, test, vi } from "vitest";
import { startDatabase } from "./support/externalDatabase.ts";
import { call } from "./support/httpCall.ts";
import { startPortal } from "./support/portalProcess.ts";

const MB = 1e6;

/** A portal that is idle is promised to hold no more (docs/PERFORMANCE.md, "Targets"). */
const MOST_IDLE = 130 * MB;

/** What it has held at most, less what it holds now: 17 MB in life. */
const GIVEN_BACK = 8 * MB;

/** Sooner than V8 would by itself. */
const WITHIN_MS = 20_000;

/** Resident bytes of a process, now and at most. */
function memoryOf(pid: number) {
  const status = readFileSync(`/proc/${String(pid)}/status`, "utf8");
  const bytes = (name: string) =>
    Number(new RegExp(`^${name}:\\s+(\\d+)`, "m").exec(status)?.[1]) * 1024;
  return { now: bytes("VmRSS"), most: bytes("VmHWM") };
}

test.runIf(process.platform === "linux")(
  "a portal that nobody asks gives back what its start needed",
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
      return most - now >= GIVEN_BACK && now <= MOST_IDLE;
    };
    await vi.waitUntil(isSmall, { timeout: WITHIN_MS, interval: 100 });
    expect((await page()).status).toBe(200);
  },
);
