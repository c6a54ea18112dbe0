import type { Db, StatementOptions, TenantDb } from "#server/platform/db/database.ts";
import { isCancelled } from "#server/platform/db/errors.ts";
import { isConnectionLost, isPoolBusy } from "#server/platform/db/transaction.ts";
import type { TurnOwner } from "#server/platform/db/turns.ts";
import type { FairSemaphore } from "#server/platform/fairness/fairSemaphore.ts";
import type { ReplicaSession } from "./replicaSession.ts";

/** Numbers of anonymous visitors' statements, by the server that executed them. */
export interface ReadCounts {
  replica: number;
  primary: number;
}

interface AnonymousDbOptions {
  primary: TenantDb;
  /** The company or other owner for which the reads wait for a connection. */
  owner: TurnOwner;
  replica: ReplicaSession | undefined;
  counts: ReadCounts;
  /** Limits reads on the primary, whose connections writers and signed-in users need as well. */
  semaphore: FairSemaphore<TurnOwner>;
  /**
   * Called if the replica did not respond, or if a statement failed on the replica and then
   * succeeded on the primary. Not called if only the replica's pool was busy.
   */
  onFailure: (session: ReplicaSession, error: Error) => void;
}

/**
 * A company's database for one anonymous request. Reads go to the replica if a replica is given,
 * and to the primary when the replica fails.
 */
export class AnonymousDb implements TenantDb {
  readonly companyId: number;
  readonly #options: AnonymousDbOptions;
  #session: ReplicaSession | undefined;

  constructor(options: AnonymousDbOptions) {
    this.companyId = options.primary.companyId;
    this.#options = options;
    this.#session = options.replica;
  }

  all: Db["all"] = (statement, params, options) =>
    this.#read((db) => db.all(statement, params, options), options);

  first: Db["first"] = (statement, params, options) =>
    this.#read((db) => db.first(statement, params, options), options);

  /** Statements are not grouped, because each may be repeated on the primary. */
  grouped(): this {
    return this;
  }

  /** A transaction can write, so it runs on the primary. */
  transaction: TenantDb["transaction"] = (work, options) =>
    this.#options.primary.transaction(work, options);

  async #read<T>(
    work: (db: TenantDb) => Promise<T>,
    options: StatementOptions | undefined,
  ): Promise<T> {
    const session = this.#session;
    if (!session) return this.#readPrimary(work);
    try {
      const result = await work(session.tenant(this.companyId, this.#options.owner));
      this.#options.counts.replica += 1;
      return result;
    } catch (error) {
      // The read is not repeated on the primary, because the statement would exceed its time limit
      // on the primary as well.
      if (options?.timeoutMs !== undefined && isCancelled(error)) throw error;
      this.#session = undefined;
      return this.#readFallback(work, session, error as Error);
    }
  }

  async #readFallback<T>(
    work: (db: TenantDb) => Promise<T>,
    session: ReplicaSession,
    error: Error,
  ): Promise<T> {
    const { onFailure } = this.#options;
    if (isPoolBusy(error)) return this.#readPrimary(work);
    // A lost connection is reported before the read is repeated, so that other requests avoid the
    // replica. Other errors are reported only after the same statement has succeeded on the
    // primary, because the statement itself is possibly wrong.
    if (isConnectionLost(error)) onFailure(session, error);
    const result = await this.#readPrimary(work);
    if (!isConnectionLost(error)) onFailure(session, error);
    return result;
  }

  #readPrimary<T>(work: (db: TenantDb) => Promise<T>): Promise<T> {
    return this.#options.semaphore(this.#options.owner, () => {
      this.#options.counts.primary += 1;
      return work(this.#options.primary);
    });
  }
}
