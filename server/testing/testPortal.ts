import type { FastifyInstance, InjectOptions } from "fastify";
import type { DestinationStream } from "pino";
import { pino } from "pino";
import { buildApp } from "#server/app.ts";
import type { Config } from "#server/config.ts";
import { loadConfig } from "#server/config.ts";
import type { Database } from "#server/db/database.ts";
import type { ChangeFeed } from "#server/db/changeFeed.ts";
import { openChangeFeed } from "#server/db/changeFeed.ts";
import { openDatabase } from "#server/db/database.ts";
import type { PageRenderer } from "#server/http/pages.ts";
import type { Factories } from "./factories.ts";
import { createFactories } from "./factories.ts";
import type { TestDatabaseKind } from "./testDatabase.ts";
import { createTestDatabase } from "./testDatabase.ts";
import { whenFileEnds } from "./whenFileEnds.ts";

/** What came back: status, headers, and the body as JSON where it is any. */
export interface Reply {
  status: number;
  headers: Record<string, string | string[] | number | undefined>;
  // A test looks at whatever it expects to find.
  // oxlint-disable-next-line typescript/no-explicit-any
  body: any;
  text: string;
}

/** Somebody at a browser: a host, and maybe a session. */
export interface Visitor {
  get(path: string, headers?: Record<string, string>): Promise<Reply>;
  head(path: string, headers?: Record<string, string>): Promise<Reply>;
  post(path: string, body?: unknown, headers?: Record<string, string>): Promise<Reply>;
  patch(path: string, body?: unknown, headers?: Record<string, string>): Promise<Reply>;
  delete(path: string, headers?: Record<string, string>): Promise<Reply>;
  /** Any method, with a body of any kind: JSON from an object, bytes or text as they are. */
  request(
    method: NonNullable<InjectOptions["method"]>,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<Reply>;
}

/** One process of the portal. */
export interface TestApp {
  app: FastifyInstance;
  config: Config;
  database: Database;
  /** What it tells other processes, and they it. */
  changes: ChangeFeed;
  /** A visitor of a host such as `acme.localhost`, signed in when a user's cookie is given. */
  visitor(host: string, user?: { cookie: string } | null): Visitor;
}

export interface TestPortal extends Factories, TestApp {
  connectionString: string;
  /** Another process over the same database, with settings of its own; it goes when the file is done. */
  anotherApp(
    environment?: Record<string, string>,
    pages?: PageRenderer,
    log?: DestinationStream,
  ): Promise<TestApp>;
  /** SQL as the database's owner, for looking behind the curtain. */
  sql<Row extends object>(text: string, values?: unknown[]): Promise<Row[]>;
  /** Tells this process what SQL has changed past it, as the provider's own calls say it: what is kept for anonymous visitors goes. */
  announce(): void;
}

/** A portal over a database of its own. Call it once a test file, at the top; it goes when the file is done. */
export async function startTestPortal(
  environment: Record<string, string> = {},
  databaseKind?: TestDatabaseKind,
): Promise<TestPortal> {
  const { connectionString, sql, drop } = await createTestDatabase(databaseKind);
  const stops: (() => Promise<void>)[] = [];
  const startApp = async (
    settings: Record<string, string> = {},
    pages?: PageRenderer,
    log?: DestinationStream,
  ): Promise<TestApp> => {
    const { stop, ...started } = await startTestApp(connectionString, settings, { pages, log });
    stops.push(stop);
    return started;
  };
  const first = await startApp(environment);
  whenFileEnds(async () => {
    await Promise.all(stops.map((stop) => stop()));
    await drop();
  });
  const factories = createFactories(sql);
  const announce = () => first.changes.announce({ companyId: null, isPrivate: false, events: [] });
  return {
    ...first,
    connectionString,
    sql,
    announce,
    anotherApp: startApp,
    ...factories,
    site: async (settings) => {
      await factories.site(settings);
      announce();
    },
  };
}

async function startTestApp(
  connectionString: string,
  environment: Record<string, string>,
  { pages, log }: { pages?: PageRenderer | undefined; log?: DestinationStream | undefined } = {},
): Promise<TestApp & { stop: () => Promise<void> }> {
  const config = loadConfig({ LOG_LEVEL: "silent", ...environment });
  const logger = log ? pino({ level: config.logLevel }, log) : pino({ level: config.logLevel });
  const database = openDatabase({ connectionString, onIdleError: (error) => logger.warn(error) });
  const changes = openChangeFeed({ connectionString, onError: (error) => logger.warn(error) });
  const app = await buildApp({ config, database, logger, changes, ...(pages && { pages }) });
  await app.ready();
  const stop = async () => {
    await app.close();
    await changes.close();
    await database.close();
  };
  return {
    app,
    config,
    database,
    changes,
    visitor: (host, user) => visitorOf(app, host, user?.cookie),
    stop,
  };
}

/** A visitor of any app, however it was built. */
export function visitorOf(app: FastifyInstance, host: string, cookie: string | undefined): Visitor {
  const send = async (
    method: NonNullable<InjectOptions["method"]>,
    url: string,
    payload: unknown,
    headers: Record<string, string> = {},
  ): Promise<Reply> => {
    const response = await app.inject({
      method,
      url,
      headers: { host, ...(cookie && { cookie }), ...headers },
      ...(payload !== undefined && { payload: payload as object | string }),
    });
    return {
      status: response.statusCode,
      headers: response.headers,
      body: jsonOf(response.body),
      text: response.body,
    };
  };
  return {
    get: (path, headers) => send("GET", path, undefined, headers),
    head: (path, headers) => send("HEAD", path, undefined, headers),
    post: (path, body, headers) => send("POST", path, body, headers),
    patch: (path, body, headers) => send("PATCH", path, body, headers),
    delete: (path, headers) => send("DELETE", path, undefined, headers),
    request: send,
  };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
