import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { createFactories } from "#server/checks/fixtures/factories.ts";
import { startNameServer } from "#server/checks/fixtures/nameServer.ts";
import { createCommunity } from "../../faults/support/createCommunity.ts";
import { startDatabase } from "../../faults/support/externalDatabase.ts";
import { BASE_DOMAIN, PORTALS } from "./addresses.ts";
import { checkConnections } from "./checkConnections.ts";
import { checkHosts } from "./checkHosts.ts";
import { CheckList } from "./checkList.ts";
import { checkReplacement } from "./checkReplacement.ts";
import { newHttpsClient } from "./httpsClient.ts";
import type { PortalSettings } from "./portal.ts";
import { startPortal } from "./portal.ts";
import { startPooler, startProxy } from "./services.ts";
import type { Trial } from "./trial.ts";

/** Number of simulated users. It is so high that none of them reaches a rate limit. */
const PEOPLE = 200;

/**
 * Starts PostgreSQL, PgBouncer, two portals of an image and Caddy, and runs the checks. It must run
 * in a network namespace that has the IP addresses of addresses.ts. `deploy/try-deployment.sh`
 * creates this namespace.
 */
async function tryDeployment(image: string, newerImage: string): Promise<number> {
  await using running = new AsyncDisposableStack();
  const folder = mkdtempSync(join(tmpdir(), "hearback-deployment-"));
  running.defer(() => rmSync(folder, { recursive: true, force: true }));
  const database = await startDatabase({ isEmpty: true });
  running.defer(() => database.stop());
  const pooler = await startPooler(folder, database.url);
  running.defer(async () => void (await pooler.stop()));
  const names = await startNameServer();
  running.defer(() => names.close());
  const start = (settings: Pick<PortalSettings, "image" | "address" | "name">) =>
    startPortal({ ...settings, folder, databaseUrl: pooler.url, nameServer: names.address });
  const portals = await Promise.all(
    PORTALS.map((address, index) => start({ image, address, name: `portal-${String(index + 1)}` })),
  );
  running.defer(async () => void (await Promise.all(portals.map((portal) => portal.stop()))));
  const proxy = await startProxy(folder);
  running.defer(async () => void (await proxy.stop()));
  const client = newHttpsClient(proxy.ca);
  running.defer(() => client.close());

  const community = await createCommunity(database.sql, PEOPLE);
  community.company.host = hostOf(community.company);
  const checks = new CheckList();
  const trial: Trial = { checks, client, community, portals, pooler, names, sql: database.sql };
  await checkHosts(trial);
  await checkConnections(trial);
  const make = createFactories(database.sql);
  const newCompanies = await Promise.all(PORTALS.map(() => make.company()));
  await checkReplacement(trial, {
    newHosts: newCompanies.map((company) => hostOf(company)),
    stopPortal: async (index) => portals[index]?.stop() ?? null,
    startNewerPortal: async (index) => {
      const address = PORTALS[index] ?? "";
      const name = `portal-${String(index + 1)}-newer`;
      const portal = await start({ image: newerImage, address, name });
      portals[index] = portal;
      await untilUsed(portal.output);
    },
  });
  return checks.finish();
}

const hostOf = ({ subdomain }: { subdomain: string }) => `${subdomain}.${BASE_DOMAIN}`;

/** Waits until Caddy sends requests of simulated users to a portal. */
async function untilUsed(output: () => string): Promise<void> {
  const deadline = performance.now() + 30_000;
  while (!output().includes('"ip":"203.0.113.')) {
    if (performance.now() > deadline) throw new Error("Caddy sends it no request");
    await sleep(100);
  }
}

const [image, newerImage] = process.argv.slice(2);
if (image === undefined || newerImage === undefined)
  throw new Error("Run deploy/try-deployment.sh, which builds the images.");
process.exitCode = await tryDeployment(image, newerImage);
