import { once } from "node:events";
import { createServer } from "node:net";
import { join } from "node:path";
import type { Logger } from "pino";
import { buildApp } from "./buildApp.ts";
import type { Config } from "#server/platform/config/config.ts";
import type { ListeningFeed } from "#server/platform/changes/changeFeed.ts";
import { openChangeFeed } from "#server/platform/changes/changeFeed.ts";
import type { Database } from "#server/platform/db/database.ts";
import { openDatabase } from "#server/platform/db/database.ts";
import { startEmbeddedPostgres } from "#server/platform/embeddedPostgres/startEmbeddedPostgres.ts";
import { migrate } from "#server/platform/db/migrate.ts";
import type { ReadReplica } from "#server/platform/replica/readReplica.ts";
import { openReadReplica } from "#server/platform/replica/readReplica.ts";
import { refuseWrongReplica } from "#server/platform/replica/refuseWrongReplica.ts";
import { StartError, errorCode } from "#server/platform/db/startError.ts";
import { createSemaphore } from "#server/platform/http/semaphore.ts";
import { startJobs } from "./startJobs.ts";
import { ROOT } from "#server/platform/config/projectRoot.ts";
import { collectAfterStart } from "./collectAfterStart.ts";
import { countDeployment } from "./countDeployment.ts";
import type { Filled } from "./fillEmptyDatabase.ts";
import { fillEmptyDatabase } from "./fillEmptyDatabase.ts";
import { acceptPendingConnections } from "./acceptPendingConnections.ts";

/** Seconds that requests under way are given to end, before their connections are cut. */
const DRAIN_SECONDS = 10;

/** How often connections that have become idle are closed while the portal stops. */
const SWEEP_MS = 50;

/** What anonymous visitors read from the primary where there is a replica: half of its connections, the others are for whoever is signed in. */
const INSTEAD_AT_ONCE = 3;
const INSTEAD_WAITING = 200;
/** As long as a connection is waited for. */
const INSTEAD_WAIT_MS = 5_000;

export interface RunningPortal {
  port: number;
  filled: Filled;
  /** Answers what is under way, then stops jobs and database. */
  stop(): Promise<void>;
}

type Stops = (() => Promise<void>)[];

interface Starting {
  stops: Stops;
  signal: AbortSignal;
  onConnectionLost: (error: Error) => void;
}

/**
 * Starts everything in order: database, schema, first data, pages, HTTP, jobs. What a failed start has started is stopped again.
 * @param signal ends the start while it waits for what may live in another container
 * @throws StartError with one line for a person; the signal's AbortError
 */
export async function startPortal(
  config: Config,
  logger: Logger,
  signal: AbortSignal,
): Promise<RunningPortal> {
  const stops: Stops = [];
  let isStopping = false;
  const onConnectionLost = (error: Error) => {
    // While it stops, what is left open is cut off by the database's own end.
    if (isStopping) return;
    // Without the error's object: the driver hangs the whole client on it, with all that it was told.
    logger.warn(
      { code: errorCode(error), reason: error.message },
      "a database connection was lost",
    );
  };
  // Each step is taken whatever became of the one before: a lost database must not leave another process running.
  const stop = async () => {
    isStopping = true;
    for (const step of stops.splice(0).toReversed()) {
      await step().catch((error: unknown) =>
        logger.error({ err: error }, "a part did not stop cleanly"),
      );
    }
  };
  try {
    await checkPort(config);
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
  // While the database is waited for. Should both fail, the database's reason is told.
  const pages = loadPages(config);
  pages.catch(() => undefined);
  const connectionString =
    config.databaseUrl ?? (await startEmbedded(config, logger, { stops, signal }));
  await migrate(connectionString, { log: (line) => logger.info(line) }).catch(unreachable);
  const { databaseReadUrl } = config;
  if (databaseReadUrl !== undefined) await refuseWrongReplica(databaseReadUrl, connectionString);
  const database = openDatabase({ connectionString, onIdleError: onConnectionLost });
  stops.push(() => database.close());
  const filled = await fillEmptyDatabase(database.system, { config, isEmbedded });
  const changes = openChangeFeed({
    connectionString,
    onError: (error) => logger.warn({ err: error }, "the feed of changes was lost"),
  });
  stops.push(() => changes.close());
  const replica =
    databaseReadUrl === undefined
      ? undefined
      : followReplica(databaseReadUrl, database, changes, logger);
  if (replica) stops.push(() => replica.close());
  if (!config.isDevelopment) await countDeployment(database.system, changes, ROOT);
  // Before the first request, which may leave it something to do.
  stops.push(
    await startJobs({ connectionString, database, config, logger, changes, onConnectionLost }),
  );
  const app = await buildApp({ config, database, logger, changes, replica, pages: await pages });
  stops.push(async () => {
    await acceptPendingConnections(app.server);
    setTimeout(() => app.server.closeAllConnections(), DRAIN_SECONDS * 1000).unref();
    // A connection whose last request was under way when the stop began stays open, and nobody would close it.
    const sweep = setInterval(() => app.server.closeIdleConnections(), SWEEP_MS);
    await app.close().finally(() => clearInterval(sweep));
  });
  const { port, host } = config;
  await app.listen({ port, host }).catch((error: unknown) => cannotListen(error, config));
  collectAfterStart(app.server);
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
    semaphore: createSemaphore(INSTEAD_AT_ONCE, {
      mostWaiting: INSTEAD_WAITING,
      longestWaitMs: INSTEAD_WAIT_MS,
    }),
    onAway: (error) => logger.warn({ err: error }, "the replica is not read for the time being"),
    onBack: () => logger.info("the replica is read"),
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

/** Built pages, or with `npm run dev` the sources. Each is loaded only where it is used: the other's packages may be missing. */
async function loadPages({ isDevelopment }: Config) {
  if (isDevelopment) return (await import("#server/platform/pages/devPages.ts")).devPages(ROOT);
  return (await import("#server/platform/pages/builtPages.ts")).builtPages(join(ROOT, "dist"));
}

/** The reason in one line, without the address, which may carry a password. */
function unreachable(error: unknown): never {
  if (!(error instanceof Error)) throw error;
  const code = errorCode(error);
  const reason = code === "" ? error.message : `${error.message || "no connection"} (${code})`;
  throw new StartError(`The database cannot be used: ${reason.replaceAll("\n", " ")}`, {
    cause: error,
  });
}

/** Before anything is made or changed. */
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
