import type { Db, TenantDb } from "#server/platform/db/database.ts";
import { isConnectionLost, isPoolBusy } from "#server/platform/db/database.ts";
import type { ReplicaSession } from "./replicaSession.ts";

/** Statements of anonymous visitors, by the server that answered them. */
export interface ReadCounts {
  replica: number;
  primary: number;
}

/** Runs work now or later, so that there is never too much of it at once. */
export type Semaphore = <T>(work: () => Promise<T>) => Promise<T>;

interface AnonymousDbOptions {
  primary: TenantDb;
  replica: ReplicaSession | undefined;
  counts: ReadCounts;
  /** For reads of the primary: writers and whoever is signed in need it, too. */
  semaphore: Semaphore;
  /** The replica did not answer, or broke off what the primary has answered. That it has no connection to spare is no failure. */
  onFailure: (session: ReplicaSession, error: Error) => void;
}

/** A company's rows for one anonymous request: from the replica, or from the primary, and from the primary whenever the replica fails. */
export class AnonymousDb implements TenantDb {
  readonly companyId: number;
  readonly #options: AnonymousDbOptions;
  #session: ReplicaSession | undefined;

  constructor(options: AnonymousDbOptions) {
    this.companyId = options.primary.companyId;
    this.#options = options;
    this.#session = options.replica;
  }

  all: Db["all"] = (statement, params) => this.#read((db) => db.all(statement, params));

  first: Db["first"] = (statement, params) => this.#read((db) => db.first(statement, params));

  /** What takes several statements as one may write. */
  transaction<T>(work: (db: TenantDb) => Promise<T>): Promise<T> {
    return this.#options.primary.transaction(work);
  }

  async #read<T>(work: (db: TenantDb) => Promise<T>): Promise<T> {
    const session = this.#session;
    if (!session) return this.#readPrimary(work);
    try {
      const result = await work(session.tenant(this.companyId));
      this.#options.counts.replica += 1;
      return result;
    } catch (error) {
      this.#session = undefined;
      return this.#readInstead(work, session, error as Error);
    }
  }

  async #readInstead<T>(
    work: (db: TenantDb) => Promise<T>,
    session: ReplicaSession,
    error: Error,
  ): Promise<T> {
    const { onFailure } = this.#options;
    if (isPoolBusy(error)) return this.#readPrimary(work);
    // At once: nobody else shall wait for it. A statement that fails on the primary, too, is no fault of the replica.
    if (isConnectionLost(error)) onFailure(session, error);
    const result = await this.#readPrimary(work);
    if (!isConnectionLost(error)) onFailure(session, error);
    return result;
  }

  #readPrimary<T>(work: (db: TenantDb) => Promise<T>): Promise<T> {
    return this.#options.semaphore(() => {
      this.#options.counts.primary += 1;
      return work(this.#options.primary);
    });
  }
}
