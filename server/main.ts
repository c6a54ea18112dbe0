import { once } from "node:events";
import { createServer } from "node:net";
import { join } from "node:path";
import { pino } from "pino";
import { buildApp } from "./app.ts";
import type { Config } from "./config.ts";
import { ConfigError, loadConfig, readDotEnv } from "./config.ts";
import { openDatabase } from "./db/database.ts";
import { startEmbeddedPostgres } from "./db/embedded.ts";
import { migrate } from "./db/migrate.ts";
import { StartError, errorCode } from "./db/startError.ts";
import { startJobs } from "./jobs/jobs.ts";
import { countDeployment } from "./setup/countDeployment.ts";
import { fillEmptyDatabase } from "./setup/fillEmptyDatabase.ts";
import { greeting } from "./setup/greeting.ts";

const ROOT = join(import.meta.dirname, "..");

/** Seconds that requests under way are given to end, before their connections are cut. */
const DRAIN_SECONDS = 10;

async function main(): Promise<void> {
  const config = loadConfig({ ...readDotEnv(ROOT), ...process.env });
  const logger = pino({
    level: config.logLevel,
    redact: ["req.headers.cookie", "req.headers.authorization"],
  });
  const stops: (() => Promise<void>)[] = [];
  const stop = async () => {
    for (const step of stops.splice(0).reverse()) await step();
  };
  stopOnSignal(stop);
  try {
    await checkPort(config);
    const { connectionString, isEmbedded } = await databaseOf(config, stops, (message) => logger.info(message));
    await migrate(connectionString).catch(unreachable);
    const database = openDatabase({
      connectionString,
      onIdleError: (error) => logger.warn({ err: error }, "a database connection was lost"),
    });
    stops.push(() => database.close());
    const filled = await fillEmptyDatabase(database.system, { config, isEmbedded });
    if (!config.isDevelopment) await countDeployment(database.system, ROOT);
    const pages = config.isDevelopment
      ? await (await import("./http/devPages.ts")).devPages(ROOT)
      : await (await import("./http/builtPages.ts")).builtPages(join(ROOT, "dist"));
    const app = await buildApp({ config, database, logger, pages });
    await app.listen({ port: config.port, host: config.host }).catch((error: unknown) => taken(error, config));
    stops.push(await startJobs({ connectionString, database, config, logger }));
    stops.push(async () => {
      setTimeout(() => app.server.closeAllConnections(), DRAIN_SECONDS * 1000).unref();
      await app.close();
    });
    const address = app.server.address();
    const port = typeof address === "object" && address ? address.port : config.port;
    process.stdout.write(greeting({ config, port, filled }));
  } catch (error) {
    await stop();
    throw error;
  }
}

async function databaseOf(config: Config, stops: (() => Promise<void>)[], log: (message: string) => void) {
  if (config.databaseUrl !== undefined) return { connectionString: config.databaseUrl, isEmbedded: false };
  const embedded = await startEmbeddedPostgres({ dataDir: config.dataDir, log });
  stops.push(() => embedded.stop());
  return { connectionString: embedded.connectionUrl("postgres"), isEmbedded: true };
}

/** The reason in one line, without the address, which may carry a password. */
function unreachable(error: unknown): never {
  const code = errorCode(error);
  if (!(error instanceof Error)) throw error;
  const reason = code === "" ? error.message : `${error.message || "no connection"} (${code})`;
  throw new StartError(`The database cannot be used: ${reason}`, { cause: error });
}

/** Before anything is made or changed. */
async function checkPort(config: Config): Promise<void> {
  const probe = createServer();
  try {
    probe.listen(config.port, config.host);
    await once(probe, "listening");
  } catch (error) {
    taken(error, config);
  } finally {
    probe.close();
  }
}

function taken(error: unknown, { port, host }: Config): never {
  const code = errorCode(error);
  const address = `${host}:${String(port)}`;
  if (code === "EADDRINUSE") throw new StartError(`Port ${String(port)} is taken. Set PORT to a free one.`);
  if (code === "EACCES") throw new StartError(`Port ${String(port)} needs more rights. Set PORT to 1024 or above.`);
  throw new StartError(`The portal cannot listen on ${address} (${code}). Check HOST and PORT.`, { cause: error });
}

/** The first signal drains, a second one ends at once. */
function stopOnSignal(stop: () => Promise<void>): void {
  let stopping = false;
  const onSignal = () => {
    if (stopping) process.exit(1);
    stopping = true;
    void stop().then(
      () => process.exit(0),
      (error: unknown) => {
        process.stderr.write(`${String(error)}\n`);
        process.exit(1);
      },
    );
  };
  process.on("SIGINT", onSignal);
  process.on("SIGTERM", onSignal);
}

try {
  await main();
} catch (error) {
  const isExpected = error instanceof ConfigError || error instanceof StartError;
  process.stderr.write(`${isExpected ? error.message : ((error as Error).stack ?? String(error))}\n`);
  process.exit(1);
}
