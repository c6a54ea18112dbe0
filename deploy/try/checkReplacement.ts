import { setTimeout as sleep } from "node:timers/promises";
import { findLostWrites } from "../../faults/support/findLostWrites.ts";
import type { Outcome } from "../../faults/support/httpCall.ts";
import { countAcknowledged } from "../../faults/support/writeLoad.ts";
import { BASE_DOMAIN, clientAddress } from "./addresses.ts";
import { expectEqual } from "./checkList.ts";
import type { Load } from "./load.ts";
import { startLoad } from "./load.ts";
import type { Trial } from "./trial.ts";

/** Number of acknowledged writes to wait for before, between and after the replacements. */
const WRITES = 300;
const WRITTEN_WITHIN_MS = 60_000;

interface Replacement {
  /** Hosts of companies that nobody has visited, so Caddy has no certificates for these hosts. */
  newHosts: readonly string[];
  /** Stops a portal. @returns its exit code */
  stopPortal(index: number): Promise<number | null>;
  /**
   * Starts the newer build in place of a stopped portal, and waits until Caddy sends requests to
   * it.
   */
  startNewerPortal(index: number): Promise<void>;
}

/**
 * Replaces the portals with a newer build, one after the other, while simulated users send
 * requests.
 */
export async function checkReplacement(
  trial: Trial,
  { newHosts, stopPortal, startNewerPortal }: Replacement,
): Promise<void> {
  const { checks, client, portals, sql } = trial;
  const load = startLoad(trial);
  await untilWritten(load);
  for (const index of portals.keys()) {
    const name = `portal ${String(index + 1)}`;
    await checks.check(`${name} ends with exit code 0 under load`, async () => {
      const began = performance.now();
      expectEqual("exit code", await stopPortal(index), 0);
      return `after ${((performance.now() - began) / 1000).toFixed(1)} s`;
    });
    await checks.check(`a new host gets a certificate while ${name} is away`, async () => {
      const host = newHosts[index] ?? "";
      const { status, failure } = await client.call({ host, path: "/", from: clientAddress(8) });
      expectEqual(host, failure ?? status, 200);
      return undefined;
    });
    await checks.check(`the newer build takes requests as ${name}`, async () => {
      await startNewerPortal(index);
      return undefined;
    });
    await untilWritten(load);
  }
  await load.stop();
  await checks.check("no write failed", async () => listFailures(load.ledger.outcomes));
  await checks.check("no page failed", async () => listFailures(load.pages));
  await checks.check("no file of a page failed", async () => listFailures(load.files));
  await checks.check("no stream of live updates was refused", async () => {
    expectEqual("refused streams", load.streams.failures, []);
    return `${String(load.streams.opened)} opened`;
  });
  await checks.check("no write was lost or counted twice", async () => {
    expectEqual("writes", await findLostWrites(sql, load.ledger), {
      lost: 0,
      duplicated: 0,
      miscounted: [],
    });
    return `${String(countAcknowledged(load.ledger))} acknowledged`;
  });
  await checks.check("the installation counts the newer build as one deployment", async () => {
    const [row] = await sql<{ count: number }>(
      "select deployment_count as count from site_settings",
    );
    expectEqual("deployments", row?.count, 2);
    return `version 1.0.${String(row?.count)} of ${BASE_DOMAIN}`;
  });
}

async function untilWritten({ ledger }: Load): Promise<void> {
  const target = countAcknowledged(ledger) + WRITES;
  const deadline = performance.now() + WRITTEN_WITHIN_MS;
  while (countAcknowledged(ledger) < target && performance.now() < deadline) await sleep(50);
}

/**
 * Returns the number of requests and the time of the slowest request.
 * @throws Error that lists the failed requests, if there are any
 */
function listFailures(outcomes: readonly Outcome[]): string {
  const failures = outcomes.filter(({ status }) => status < 200 || status >= 300);
  const kinds = Object.entries(
    Object.groupBy(failures, ({ status, failure }) => failure ?? String(status)),
  ).map(([kind, list = []]) => `${String(list.length)} × ${kind}`);
  if (failures.length > 0)
    throw new Error(
      `${String(failures.length)} of ${String(outcomes.length)}: ${kinds.join(", ")}`,
    );
  const slowest = Math.max(...outcomes.map(({ ms }) => ms));
  return `${String(outcomes.length)} requests, the slowest ${String(Math.round(slowest))} ms`;
}
