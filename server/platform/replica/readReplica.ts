import type { ReadCounts } from "./anonymousDb.ts";
import { AnonymousDb } from "./anonymousDb.ts";
import { isForEveryone } from "#server/platform/changes/change.ts";
import type { ListeningFeed } from "#server/platform/changes/changeFeed.ts";
import type { Database, TenantDb } from "#server/platform/db/database.ts";
import { isConnectionLost } from "#server/platform/db/transaction.ts";
import type { TurnOwner } from "#server/platform/db/turns.ts";
import type { FairSemaphore } from "#server/platform/fairness/fairSemaphore.ts";
import { ReplicaPause } from "./replicaPause.ts";
import { ShortenableWait } from "./shortenableWait.ts";
import { ReplayGate } from "./replayGate.ts";
import type { ReplicaSession } from "./replicaSession.ts";
import { openReplicaSession } from "./replicaSession.ts";
import type { ServerState } from "#server/platform/db/serverState.ts";
import { whyNoReplica } from "#server/platform/db/serverState.ts";

/**
 * Milliseconds between the first two comparisons of the servers' positions after a change. The
 * interval doubles up to `LONGEST_BUSY_MS`.
 */
const BUSY_MS = 50;
const LONGEST_BUSY_MS = 500;

/** Milliseconds between two comparisons while no company waits for a change. */
const QUIET_MS = 5_000;

/**
 * Maximum age of the replica's data in milliseconds. The replica is not read if its data are
 * possibly older, even if no change was published.
 */
const OLDEST_MS = 30_000;

const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 5_000;

export interface ReadReplicaOptions {
  connectionString: string;
  primary: Database;
  changes: Pick<ListeningFeed, "subscribe" | "isListening" | "readServerState">;
  /** Limits reads that go to the primary instead of the replica. */
  semaphore: FairSemaphore<TurnOwner>;
  /**
   * Called when the replica is no longer read, and again if the kind of reason changes before the
   * replica is read again.
   */
  onAway: (reason: Error) => void;
  /** Called when the replica is read again. */
  onBack: () => void;
}

/** A replica of the primary for anonymous reads. */
export interface ReadReplica {
  /**
   * The primary, except that reads of a company go to the replica when the replica has all
   * published changes of the company.
   */
  readonly database: Database;
  /**
   * The time, in milliseconds since 1970, up to which the replica contains all writes, published or
   * not. Infinity while the replica is not connected or this time is `OLDEST_MS` ago or earlier.
   */
  readonly asOf: number;
  readonly counts: Readonly<ReadCounts>;
  close(): Promise<void>;
}

/**
 * Starts to follow a replica. Reads go to the primary until the replica is connected, and whenever
 * the replica cannot be used.
 */
export function openReadReplica(options: ReadReplicaOptions): ReadReplica {
  return new ReplicaFollower(options);
}

/** The reported reason for a pause (`ReplicaPause`). It is reported once for a series of pauses. */
const PAUSED = "rests";

/** A position of the primary that includes all writes up to a time. */
interface Checkpoint {
  /** The time by `performance.now()`, which clock adjustments do not affect. */
  at: number;
  position: bigint;
}

class ReplicaFollower implements ReadReplica {
  readonly #options: ReadReplicaOptions;
  readonly #gate = new ReplayGate();
  readonly #unsubscribe: () => void;
  readonly counts: ReadCounts = { replica: 0, primary: 0 };
  readonly database: Database;
  #session: ReplicaSession | undefined;
  #primary: ServerState | undefined;
  #checkpoint: Checkpoint | undefined;
  /**
   * The time by `performance.now()` up to which the replica contains all writes; undefined while
   * unknown.
   */
  #completeAt: number | undefined;
  readonly #pause = new ReplicaPause();
  #pauseMs = FIRST_PAUSE_MS;
  #busyMs = BUSY_MS;
  /** The last reported reason why the replica is not read; empty while the replica is read. */
  #reported = "";
  #isClosed = false;
  readonly #wait = new ShortenableWait();

  constructor(options: ReadReplicaOptions) {
    this.#options = options;
    const { primary, changes } = options;
    this.database = this.#readsOf(primary);
    this.#unsubscribe = changes.subscribe((change) => {
      if (!isForEveryone(change)) return;
      this.#gate.close(change.companyId);
      this.#busyMs = BUSY_MS;
      if (this.#session) this.#wait.shortenTo(BUSY_MS);
    });
    void this.#follow();
  }

  get asOf(): number {
    const age = this.#age();
    return this.#session && age < OLDEST_MS ? Date.now() - age : Infinity;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#unsubscribe();
    this.#wait.shortenTo(0);
    await this.#session?.close();
  }

  /** Returns a database like the primary, except that reads of companies can go to the replica. */
  #readsOf(primary: Database, owner?: TurnOwner): Database {
    return {
      system: primary.system,
      tenant: (companyId) => this.#reader(primary.tenant(companyId), owner ?? companyId),
      inTurnsOf: (next) => this.#readsOf(primary.inTurnsOf(next), next),
      close: () => primary.close(),
    };
  }

  /**
   * Chooses the server once per request, so that no read of a request returns older data than an
   * earlier read.
   */
  #reader(primary: TenantDb, owner: TurnOwner): TenantDb {
    return new AnonymousDb({
      primary,
      owner,
      replica: this.#mayRead(primary.companyId) ? this.#session : undefined,
      counts: this.counts,
      semaphore: this.#options.semaphore,
      onFailure: (session, error) => this.#fail(session, error),
    });
  }

  #mayRead(companyId: number): boolean {
    return (
      this.#session !== undefined &&
      this.#options.changes.isListening &&
      !this.#gate.waitsFor(companyId) &&
      this.#age() < OLDEST_MS &&
      !this.#pause.isOn
    );
  }

  #age(): number {
    return performance.now() - (this.#completeAt ?? -Infinity);
  }

  async #follow(): Promise<void> {
    while (!this.#isClosed) {
      let wait: number;
      try {
        wait = await this.#comparePositions();
      } catch (error) {
        this.#drop(this.#session, error as Error);
        wait = this.#pauseMs;
        this.#pauseMs = Math.min(wait * 2, LONGEST_PAUSE_MS);
      }
      if (!this.#isClosed) await this.#wait.start(wait);
    }
  }

  /** Compares the servers' positions. @returns the milliseconds until the next comparison */
  async #comparePositions(): Promise<number> {
    const session = (this.#session ??= await this.#connect());
    const primary = await this.#readPrimaryPosition();
    const replica = await session.state();
    // A failed read has dropped the session in the meantime.
    if (this.#session !== session) return this.#pauseMs;
    if (primary) {
      assertUsable(replica, primary);
      this.#gate.open(replica.position);
      this.#passCheckpoint(replica.position);
    }
    if (this.#reported === PAUSED && this.#pause.hasEndedLongAgo) this.#reportBack();
    if (!this.#gate.isWaiting || !this.#options.changes.isListening) return QUIET_MS;
    const wait = this.#busyMs;
    this.#busyMs = Math.min(wait * 2, LONGEST_BUSY_MS);
    return wait;
  }

  async #connect(): Promise<ReplicaSession> {
    const session: ReplicaSession = await openReplicaSession(
      this.#options.connectionString,
      (error) => {
        // The replica was probably restarted, so the portal connects again soon. If this session
        // was dropped before, the pause after that drop is not shortened.
        if (this.#session === session) this.#wait.shortenTo(BUSY_MS);
        this.#drop(session, error);
      },
    );
    // The new session's server has possibly replayed less than the previous session's server.
    this.#gate.close(null);
    this.#checkpoint = undefined;
    this.#busyMs = BUSY_MS;
    if (this.#isClosed) await session.close();
    return session;
  }

  /**
   * Reads a position of the primary that includes all published changes, if a company waits for
   * such a position or the last position is old.
   */
  async #readPrimaryPosition(): Promise<ServerState | undefined> {
    const { changes } = this.#options;
    const unplaced = this.#gate.listUnplaced();
    const isDue = this.#checkpoint === undefined && this.#age() >= QUIET_MS;
    if (changes.isListening && (unplaced.length > 0 || isDue)) {
      const at = performance.now();
      const primary = await changes.readServerState().catch((error: unknown) => {
        // A lost change feed is not the replica's fault. When the feed is connected again, all
        // companies wait for a new position.
        if (changes.isListening) throw error;
      });
      if (!primary) return this.#primary;
      for (const pending of unplaced) pending.position = primary.position;
      this.#checkpoint ??= { at, position: primary.position };
      this.#primary = primary;
    }
    return this.#primary;
  }

  #passCheckpoint(replayed: bigint): void {
    if (this.#checkpoint === undefined || this.#checkpoint.position > replayed) return;
    const isBack = this.#completeAt === undefined;
    this.#completeAt = this.#checkpoint.at;
    this.#checkpoint = undefined;
    if (!isBack) return;
    this.#pauseMs = FIRST_PAUSE_MS;
    this.#reportBack();
  }

  /** Handles a failed read of the replica. `AnonymousDb` repeats the read on the primary. */
  #fail(session: ReplicaSession, error: Error): void {
    if (isConnectionLost(error)) this.#drop(session, error);
    else if (this.#session === session && this.#pause.recordFailure())
      this.#reportAway(PAUSED, error);
  }

  #drop(session: ReplicaSession | undefined, error: Error): void {
    if (this.#isClosed || this.#session !== session) return;
    this.#session = undefined;
    this.#completeAt = undefined;
    void session?.close();
    // All connection errors are reported as the same reason, so that a series of them is reported
    // only once. An unusable replica is reported as a different reason.
    this.#reportAway(error instanceof UnusableReplicaError ? error.message : "away", error);
  }

  #reportAway(what: string, reason: Error): void {
    if (this.#reported === what) return;
    this.#reported = what;
    this.#options.onAway(reason);
  }

  #reportBack(): void {
    this.#reported = "";
    this.#options.onBack();
  }
}

/** Thrown if the server is reachable but is not a usable replica of the primary. */
class UnusableReplicaError extends Error {}

function assertUsable(replica: ServerState, primary: ServerState): void {
  const reason = whyNoReplica(replica, primary);
  if (reason !== undefined) throw new UnusableReplicaError(`the server ${reason}`);
  // Positions of different timelines cannot be compared.
  if (replica.timeline !== primary.timeline)
    throw new UnusableReplicaError(
      `it follows timeline ${String(replica.timeline)}, the primary is on ${String(primary.timeline)}`,
    );
}
