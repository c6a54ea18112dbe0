import { once } from "node:events";
import { createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Logger } from "pino";
import { buildApp } from "./buildApp.ts";
import { DevMailbox } from "#server/features/devMails/devMailbox.ts";
import { createOutbox } from "#server/platform/activity/outbox.ts";
import { noWebhooks } from "#server/features/webhooks/deliverWebhooks.ts";
import type { Config } from "#server/platform/config/config.ts";
import type { ListeningFeed } from "#server/platform/changes/changeFeed.ts";
import { openChangeFeed } from "#server/platform/changes/changeFeed.ts";
import type { Database } from "#server/platform/db/database.ts";
import { openDatabase } from "#server/platform/db/database.ts";
import { startEmbeddedPostgres } from "#server/platform/embeddedPostgres/startEmbeddedPostgres.ts";
import { setIdRange } from "#server/platform/db/idRange.ts";
import { migrate } from "#server/platform/db/migrate.ts";
import type { ReadReplica } from "#server/platform/replica/readReplica.ts";
import { openReadReplica } from "#server/platform/replica/readReplica.ts";
import { refuseWrongReplica } from "#server/platform/replica/refuseWrongReplica.ts";
import { StartError, errorCode } from "#server/platform/db/startError.ts";
import { createFairSemaphore } from "#server/platform/fairness/fairSemaphore.ts";
import { readDkimKey } from "#server/platform/mail/dkimKey.ts";
import { ACTIVITY_CONSUMERS } from "./activityConsumers.ts";
import { startJobs } from "./startJobs.ts";
import { ROOT } from "#server/platform/config/projectRoot.ts";
import { countDeployment } from "./countDeployment.ts";
import type { Filled } from "./fillEmptyDatabase.ts";
import { fillEmptyDatabase } from "./fillEmptyDatabase.ts";
import { acceptPendingConnections } from "./acceptPendingConnections.ts";

/** Seconds that running requests get to finish before their connections are closed. */
const FINISH_SECONDS = 10;

/** Milliseconds between two sweeps that close idle connections while the portal stops. */
const SWEEP_MS = 50;

/**
 * Limits for reads of anonymous visitors that the primary serves although a replica is configured.
 * These reads use at most half of the pool's connections, and at most three connections for one
 * company. The other connections serve signed-in users.
 */
const FALLBACK_READS = {
  width: 4,
  perKey: 3,
  perKeyWhileOthersWait: 1,
  mostWaiting: 200,
  /** Equals `CONNECT_TIMEOUT_MS`, the maximum time that a statement waits for its turn. */
  longestWaitMs: 5_000,
};

export interface RunningPortal {
  port: number;
  filled: Filled;
  /** Finishes running requests, then stops the jobs and the database. */
  stop(): Promise<void>;
}

type Stops = (() => Promise<void>)[];

interface Starting {
  stops: Stops;
  signal: AbortSignal;
  onConnectionLost: (error: Error) => void;
}

/**
 * Starts the parts of the portal in this order: database, schema, initial data, jobs, HTTP. The
 * pages load meanwhile. If one part does not start, the parts before it are stopped again.
 * @param signal aborts the start while it waits, for example for a data folder that another
 * container possibly still uses
 * @throws StartError with a one-line message for the operator, or the signal's AbortError
 */
export async function startPortal(
  config: Config,
  logger: Logger,
  signal: AbortSignal,
): Promise<RunningPortal> {
  const stops: Stops = [];
  let isStopping = false;
  const onConnectionLost = (error: Error) => {
    // During a stop the database closes the remaining connections, so lost connections are not
    // logged.
    if (isStopping) return;
    // Do not log the error object, because the driver attaches the whole client with its settings
    // to the error.
    logger.warn(
      { code: errorCode(error), reason: error.message },
      "a database connection was lost",
    );
  };
  // A step that fails must not prevent the next steps; otherwise the embedded database could keep
  // running.
  const stop = async () => {
    isStopping = true;
    for (const step of stops.splice(0).toReversed()) {
      await step().catch((error: unknown) =>
        logger.error({ err: error }, "a component did not stop cleanly"),
      );
    }
  };
  try {
    await checkPort(config);
    // The DKIM key is checked before anything is created or changed, because an unusable key
    // prevents the start.
    readDkimKey(config);
    return { ...(await startParts(config, logger, { stops, signal, onConnectionLost })), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function startParts(
  config: Config,
  logger: Logger,
  { stops, signal, onConnectionLost }: Starting,
): Promise<Omit<RunningPortal, "stop">> {
  const isEmbedded = config.databaseUrl === undefined;
  // Pages load while the database starts. If both the pages and the database fail, the error of the
  // database is reported.
  const pages = loadPages(config);
  pages.catch(() => undefined);
  const connectionString =
    config.databaseUrl ?? (await startEmbedded(config, logger, { stops, signal }));
  const log = (line: string) => logger.info(line);
  await migrate(connectionString, { log }).catch(unreachable);
  const { databaseReadUrl, idRange } = config;
  if (idRange !== undefined) await setIdRange(connectionString, idRange, { log });
  if (databaseReadUrl !== undefined) await refuseWrongReplica(databaseReadUrl, connectionString);
  const database = openDatabase({ connectionString, onIdleError: onConnectionLost });
  stops.push(() => database.close());
  const filled = await fillEmptyDatabase(database.system, { config, isEmbedded });
  const changes = openChangeFeed({
    connectionString,
    onError: (error) => logger.warn({ err: error }, "the connection of the change feed was lost"),
  });
  stops.push(() => changes.close());
  const replica =
    databaseReadUrl === undefined
      ? undefined
      : followReplica(databaseReadUrl, database, changes, logger);
  if (replica) stops.push(() => replica.close());
  if (!config.hasHotReload) await countDeployment(database.system, changes, ROOT);
  const mailbox = config.isDevelopment ? new DevMailbox() : undefined;
  const webhookCounts = noWebhooks();
  const shared = { config, database, logger, changes, mailbox, webhookCounts };
  // The jobs start before HTTP, because even the first request can enqueue a job.
  stops.push(await startJobs({ ...shared, connectionString, onConnectionLost }));
  const outbox = createOutbox({ ...shared, consumers: ACTIVITY_CONSUMERS });
  stops.push(() => outbox.stop());
  outbox.start();
  const stopping = new AbortController();
  const app = await buildApp({
    ...shared,
    outbox,
    replica,
    pages: await pages,
    hasDemo: filled.hasDemo,
    stopping: stopping.signal,
  });
  stops.push(async () => {
    stopping.abort();
    // Proxies need this time to notice the failing health check. A request that a proxy sends on a
    // closing connection would be lost, and a proxy must not repeat a write.
    await sleep(config.shutdownDelaySeconds * 1000);
    await acceptPendingConnections(app.server);
    setTimeout(() => app.server.closeAllConnections(), FINISH_SECONDS * 1000).unref();
    // A connection whose last request was still running when the stop began stays open after the
    // response. Only this sweep closes the connection.
    const sweep = setInterval(() => app.server.closeIdleConnections(), SWEEP_MS);
    await app.close().finally(() => clearInterval(sweep));
  });
  const { port, host } = config;
  await app.listen({ port, host }).catch((error: unknown) => cannotListen(error, config));
  const address = app.server.address();
  return { port: typeof address === "object" && address ? address.port : port, filled };
}

function followReplica(
  connectionString: string,
  primary: Database,
  changes: ListeningFeed,
  logger: Logger,
): ReadReplica {
  return openReadReplica({
    connectionString,
    primary,
    changes,
    semaphore: createFairSemaphore(FALLBACK_READS),
    onAway: (error) => logger.warn({ err: error }, "the replica is not used for now"),
    onBack: () => logger.info("the replica is used"),
  });
}

async function startEmbedded(
  { dataDir }: Config,
  logger: Logger,
  { stops, signal }: Pick<Starting, "stops" | "signal">,
): Promise<string> {
  const embedded = await startEmbeddedPostgres({
    dataDir,
    signal,
    log: (message) => logger.info(message),
  });
  stops.push(() => embedded.stop());
  return embedded.connectionUrl("postgres");
}

/**
 * Loads the built pages, or the sources of the pages with `npm run dev`. The imports are dynamic,
 * because the packages that only the other mode needs are possibly not installed.
 */
async function loadPages({ hasHotReload, assetsDir }: Config) {
  if (hasHotReload) return (await import("#server/platform/pages/devPages.ts")).devPages(ROOT);
  return (await import("#server/platform/pages/builtPages.ts")).builtPages(
    join(ROOT, "dist"),
    assetsDir,
  );
}

/**
 * Throws a StartError that gives the reason in one line, without the connection string, which can
 * contain a password.
 */
function unreachable(error: unknown): never {
  if (!(error instanceof Error)) throw error;
  const code = errorCode(error);
  const reason = code === "" ? error.message : `${error.message || "no connection"} (${code})`;
  throw new StartError(`The database cannot be used: ${reason.replaceAll("\n", " ")}`, {
    cause: error,
  });
}

/** Fails early if the portal cannot listen, before anything is created or changed. */
async function checkPort(config: Config): Promise<void> {
  const probe = createServer();
  try {
    probe.listen(config.port, config.host);
    await once(probe, "listening");
  } catch (error) {
    cannotListen(error, config);
  } finally {
    probe.close();
  }
}

function cannotListen(error: unknown, { port, host }: Config): never {
  const code = errorCode(error);
  const advice: Record<string, string> = {
    EADDRINUSE: `Port ${String(port)} is taken. Set PORT to a free one.`,
    EACCES: `Port ${String(port)} needs more rights. Set PORT to 1024 or above.`,
  };
  const general = `The portal cannot listen on ${host}:${String(port)} (${code}). Check HOST and PORT.`;
  throw new StartError(advice[code] ?? general, { cause: error });
}
