import { setTimeout as sleep } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { createCommunity, MANY_USERS } from "./support/createCommunity.ts";
import { startDatabase } from "./support/externalDatabase.ts";
import { findLostWrites } from "./support/findLostWrites.ts";
import { call, newAgent } from "./support/httpCall.ts";
import { inspectHeap } from "./support/inspectHeap.ts";
import { listUnacceptable } from "./support/listUnacceptable.ts";
import { startPortal } from "./support/portalProcess.ts";
import { LONG_TIMEOUT } from "#server/checks/fixtures/longTests.ts";
import { newLedger, writeLoad } from "./support/writeLoad.ts";

const MINUTES = Number(process.env["HEARBACK_SOAK_MINUTES"] ?? 30);
const WARM_UP_MINUTES = Math.min(5, MINUTES / 5);
const MINUTE_MS = 60_000;

/**
 * Maximum growth factor of the heap after the warm-up, in which the caches reach their maximum
 * size.
 */
const HEAP_GROWTH = 1.15;
const DESCRIPTOR_GROWTH = 10;

interface Reading {
  heap: number;
  descriptors: number;
}

test(
  `the portal's heap and number of file descriptors stay stable during ${String(MINUTES)} minutes of reading and writing`,
  { timeout: LONG_TIMEOUT },
  async () => {
    const database = await startDatabase();
    onTestFinished(() => database.stop());
    const environment = { DATABASE_URL: database.url };
    const portal = await startPortal({ environment, node: ["--inspect=127.0.0.1:0"] });
    onTestFinished(async () => void (await portal.stop()));
    const { port } = portal;
    const inspector = await inspectHeap(portal.output());
    onTestFinished(() => inspector.close());
    const read = async (): Promise<Reading> => {
      const { text } = await call({ port, host: "localhost", path: "/metrics" });
      const descriptors = Number(/^process_open_fds (\d+)/m.exec(text)?.[1]);
      return { heap: await inspector.heapAfterCollection(), descriptors };
    };

    const community = await createCommunity(database.sql, MANY_USERS);
    const ledger = newLedger();
    const stopping = new AbortController();
    const { signal } = stopping;
    const load = Promise.all([
      writeLoad({ port, community, ledger, signal, writers: 6 }),
      readPages(port, community.company.host, signal),
    ]);
    const readings: Reading[] = [];
    await sleep(WARM_UP_MINUTES * MINUTE_MS);
    const end = Date.now() + (MINUTES - WARM_UP_MINUTES) * MINUTE_MS;
    while (Date.now() < end) {
      readings.push(await read());
      await sleep(Math.min(MINUTE_MS, (MINUTES * MINUTE_MS) / 30));
    }
    stopping.abort();
    await load;
    readings.push(await read());
    const third = Math.ceil(readings.length / 3);
    const median = (part: Reading[], key: keyof Reading) =>
      part.map((reading) => reading[key]).toSorted((a, b) => a - b)[Math.floor(part.length / 2)] ??
      0;
    const [early, late] = [readings.slice(0, third), readings.slice(-third)];
    console.log(
      `${String(ledger.outcomes.length)} writes; heap ${String(median(early, "heap"))} then ${String(median(late, "heap"))} bytes, descriptors ${String(median(early, "descriptors"))} then ${String(median(late, "descriptors"))}`,
    );
    expect(listUnacceptable(ledger.outcomes)).toEqual([]);
    expect(median(late, "heap")).toBeLessThan(median(early, "heap") * HEAP_GROWTH);
    expect(median(late, "descriptors")).toBeLessThanOrEqual(
      median(early, "descriptors") + DESCRIPTOR_GROWTH,
    );
    expect(await findLostWrites(database.sql, ledger)).toEqual({
      lost: 0,
      duplicated: 0,
      miscounted: [],
    });
  },
);

/** Sends anonymous page requests over new connections until the signal. */
async function readPages(port: number, host: string, signal: AbortSignal): Promise<void> {
  const paths = [
    "/feedback",
    "/roadmap",
    "/changelog",
    "/api/feedback?search=client",
    "/api/boards",
  ];
  for (let n = 0; !signal.aborted; n += 1) {
    const agent = newAgent();
    await Promise.all(
      paths.map((path) =>
        call({
          port,
          host,
          path: `${path}${path.includes("?") ? "&" : "?"}n=${String(n % 500)}`,
          agent,
        }),
      ),
    );
    agent.destroy();
  }
}
