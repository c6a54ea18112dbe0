import { join } from "node:path";
import { pino } from "pino";
import { buildApp } from "#server/app/buildApp.ts";
import { loadConfig } from "#server/platform/config/config.ts";
import { openChangeFeed } from "#server/platform/changes/changeFeed.ts";
import type { Database, Db, SystemDb, TenantDb } from "#server/platform/db/database.ts";
import { openDatabase } from "#server/platform/db/database.ts";
import { builtPages } from "#server/platform/pages/builtPages.ts";
import { root } from "../../scripts/runtime.mjs";
import type { BenchRequest } from "../scenarios/scenario.ts";

/** A recorded statement of a request. */
export interface RecordedStatement {
  /** The company of the statement. Undefined for statements of the system role. */
  companyId: number | undefined;
  name: string;
  text: string;
  values: unknown[];
  /** Statements of the same wave ran concurrently, after all statements of the previous wave. */
  wave: number;
}

/** Records the statements that run through a database object. */
class Recorder {
  statements: RecordedStatement[] = [];
  #running = 0;
  #wave = 0;

  wrap(database: Database): Database {
    return {
      system: this.#systemDb(database.system),
      tenant: (companyId) => this.#tenantDb(database.tenant(companyId)),
      inTurnsOf: (owner) => this.wrap(database.inTurnsOf(owner)),
      close: () => database.close(),
    };
  }

  #db(db: Db, companyId?: number): Db {
    const note = async <T>(
      name: string,
      text: string,
      values: unknown[],
      run: () => Promise<T>,
    ): Promise<T> => {
      if (this.#running === 0) this.#wave += 1;
      this.statements.push({ companyId, name, text, values, wave: this.#wave });
      this.#running += 1;
      try {
        return await run();
      } finally {
        this.#running -= 1;
      }
    };
    return {
      all: (s, params) => note(s.name, s.text, s.values(params), () => db.all(s, params)),
      first: (s, params) => note(s.name, s.text, s.values(params), () => db.first(s, params)),
    };
  }

  #systemDb(db: SystemDb): SystemDb {
    return {
      ...this.#db(db),
      transaction: (work, options) =>
        db.transaction((inner) => work({ ...this.#systemDb(inner), isTransaction: true }), options),
    };
  }

  #tenantDb(db: TenantDb): TenantDb {
    const { companyId } = db;
    return {
      companyId,
      ...this.#db(db, companyId),
      grouped: () => this.#tenantDb(db.grouped()),
      transaction: (work, options) =>
        db.transaction((inner) => work({ ...this.#tenantDb(inner), isTransaction: true }), options),
    };
  }
}

/** A portal in this process that records the statements of each request. */
export interface RecordingPortal {
  record(request: BenchRequest): Promise<{ status: number; statements: RecordedStatement[] }>;
  stop(): Promise<void>;
}

export async function openRecordingPortal(connectionString: string): Promise<RecordingPortal> {
  const logger = pino({ level: "silent" });
  const onError = (error: Error) => logger.warn(error);
  const config = loadConfig({ LOG_LEVEL: "silent", TRUST_PROXY: "1" });
  const recorder = new Recorder();
  const database = recorder.wrap(openDatabase({ connectionString, onIdleError: onError }));
  const changes = openChangeFeed({ connectionString, onError });
  const pages = await builtPages(join(root, "dist"));
  const app = await buildApp({ config, database, logger, changes, pages });
  return {
    record: async ({ method, path, headers = {}, body }) => {
      recorder.statements = [];
      const answer = await app.inject({
        method,
        url: path,
        headers,
        ...(body !== undefined && { payload: body }),
      });
      return { status: answer.statusCode, statements: recorder.statements };
    },
    stop: async () => {
      await app.close();
      await changes.close();
      await database.close();
    },
  };
}
