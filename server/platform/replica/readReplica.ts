import type { Semaphore, ReadCounts } from "./anonymousDb.ts";
import { AnonymousDb } from "./anonymousDb.ts";
import type { ListeningFeed } from "#server/platform/changes/changeFeed.ts";
import type { Database, TenantDb } from "#server/platform/db/database.ts";
import { isConnectionLost } from "#server/platform/db/database.ts";
import { ReplicaRest } from "./replicaRest.ts";
import { ReplayGate } from "./replayGate.ts";
import type { ReplicaSession } from "./replicaSession.ts";
import { openReplicaSession } from "./replicaSession.ts";
import type { ServerState } from "#server/platform/db/serverState.ts";
import { whyNoReplica } from "#server/platform/db/serverState.ts";

/** How soon after a change it is asked how far the servers are; twice that the next time, and so on up to the longest. */
const BUSY_MS = 50;
const LONGEST_BUSY_MS = 500;

/** How often it is asked while nobody waits. */
const QUIET_MS = 5_000;

/** A replica of which it is not known to have all that was written this long ago is not read, even if no change was heard of. */
const OLDEST_MS = 30_000;

const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 5_000;

export interface ReadReplicaOptions {
  connectionString: string;
  primary: Database;
  changes: Pick<ListeningFeed, "subscribe" | "isListening" | "readServerState">;
  /** Runs what is read from the primary instead. @throws when there is more of it at once than is taken */
  semaphore: Semaphore;
  /** It is not read from now on, for this reason. Told once until it is back, but for a reason of another kind. */
  onAway: (reason: Error) => void;
  /** It is read from now on. */
  onBack: () => void;
}

/** A replica of the primary, for the reads of whoever sends no session. */
export interface ReadReplica {
  /** The primary, but for reads of a company: those go to the replica where it has all that was announced of the company. */
  readonly database: Database;
  /**
   * The moment, in milliseconds since 1970, as of which the replica shows everything, whoever announced it or not. Infinite while it is not
   * read.
   */
  readonly asOf: number;
  readonly counts: Readonly<ReadCounts>;
  close(): Promise<void>;
}

/** Follows a replica from now on; until it is reached, and whenever it is away, all is read from the primary. */
export function openReadReplica(options: ReadReplicaOptions): ReadReplica {
  return new ReplicaFollower(options);
}

/** That it rests is one piece of news, too, as long as it has to rest again and again. */
const RESTS = "rests";

/** What the replica will have as of a moment, once it has replayed a position. */
interface Checkpoint {
  /** By `performance.now()`: a clock that is set must make nothing look new. */
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
  /** By `performance.now()`; undefined while it is not known. */
  #completeAt: number | undefined;
  readonly #rest = new ReplicaRest();
  #pauseMs = FIRST_PAUSE_MS;
  #busyMs = BUSY_MS;
  /** Why it is not read, as was told; empty while it is. */
  #told = "";
  #isClosed = false;
  #alarm: { timer: NodeJS.Timeout; dueAt: number; ring: () => void } | undefined;

  constructor(options: ReadReplicaOptions) {
    this.#options = options;
    const { primary, changes } = options;
    this.database = {
      system: primary.system,
      tenant: (companyId) => this.#reader(companyId),
      close: () => primary.close(),
    };
    this.#unsubscribe = changes.subscribe(({ companyId, isPrivate }) => {
      // Anonymous visitors do not see it, and must not tell it by how fast they are answered.
      if (isPrivate) return;
      this.#gate.close(companyId);
      this.#busyMs = BUSY_MS;
      if (this.#session) this.#ringWithin(BUSY_MS);
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
    this.#ringWithin(0);
    await this.#session?.close();
  }

  /** Chooses once for all reads of a request: what one has seen, the next does not miss. */
  #reader(companyId: number): TenantDb {
    return new AnonymousDb({
      primary: this.#options.primary.tenant(companyId),
      replica: this.#mayRead(companyId) ? this.#session : undefined,
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
      !this.#rest.isOn
    );
  }

  #age(): number {
    return performance.now() - (this.#completeAt ?? -Infinity);
  }

  async #follow(): Promise<void> {
    while (!this.#isClosed) {
      let wait: number;
      try {
        wait = await this.#look();
      } catch (error) {
        this.#drop(this.#session, error as Error);
        wait = this.#pauseMs;
        this.#pauseMs = Math.min(wait * 2, LONGEST_PAUSE_MS);
      }
      if (!this.#isClosed) await this.#wait(wait);
    }
  }

  /** Asks the servers how far they are. Gives the milliseconds until the next time. */
  async #look(): Promise<number> {
    const session = (this.#session ??= await this.#connect());
    const primary = await this.#placeChanges();
    const replica = await session.state();
    // A read has found it lost meanwhile.
    if (this.#session !== session) return this.#pauseMs;
    if (primary) {
      refuseUnfit(replica, primary);
      this.#gate.open(replica.position);
      this.#passCheckpoint(replica.position);
    }
    if (this.#told === RESTS && this.#rest.isLongOver) this.#tellBack();
    if (!this.#gate.isWaiting || !this.#options.changes.isListening) return QUIET_MS;
    const wait = this.#busyMs;
    this.#busyMs = Math.min(wait * 2, LONGEST_BUSY_MS);
    return wait;
  }

  async #connect(): Promise<ReplicaSession> {
    const session: ReplicaSession = await openReplicaSession(
      this.#options.connectionString,
      (error) => {
        // Seldom more than a restart. Whoever was dropped already has its pause.
        if (this.#session === session) this.#ringWithin(BUSY_MS);
        this.#drop(session, error);
      },
    );
    // It may be behind where the one before was.
    this.#gate.close(null);
    this.#checkpoint = undefined;
    this.#busyMs = BUSY_MS;
    if (this.#isClosed) await session.close();
    return session;
  }

  /** Asks the primary for a position behind all that was announced, if anyone waits for one, or the last was long ago. */
  async #placeChanges(): Promise<ServerState | undefined> {
    const { changes } = this.#options;
    const unplaced = this.#gate.listUnplaced();
    const isDue = this.#checkpoint === undefined && this.#age() >= QUIET_MS;
    if (changes.isListening && (unplaced.length > 0 || isDue)) {
      const at = performance.now();
      const primary = await changes.readServerState().catch((error: unknown) => {
        // That nobody listens any more is no fault of the replica; when somebody does, everyone waits for a new position.
        if (changes.isListening) throw error;
      });
      if (!primary) return this.#primary;
      for (const awaited of unplaced) awaited.position = primary.position;
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
    this.#tellBack();
  }

  /** A read did not succeed there, and has on the primary, or will be tried there. */
  #fail(session: ReplicaSession, error: Error): void {
    if (isConnectionLost(error)) this.#drop(session, error);
    else if (this.#session === session && this.#rest.begins()) this.#tellAway(RESTS, error);
  }

  #drop(session: ReplicaSession | undefined, error: Error): void {
    if (this.#isClosed || this.#session !== session) return;
    this.#session = undefined;
    this.#completeAt = undefined;
    void session?.close();
    // However it is away, that is one piece of news; that it is no replica is another.
    this.#tellAway(error instanceof UnfitError ? error.message : "away", error);
  }

  #tellAway(what: string, reason: Error): void {
    if (this.#told === what) return;
    this.#told = what;
    this.#options.onAway(reason);
  }

  #tellBack(): void {
    this.#told = "";
    this.#options.onBack();
  }

  #wait(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const ring = () => {
        this.#alarm = undefined;
        resolve();
      };
      this.#alarm = { timer: setTimeout(ring, ms), dueAt: performance.now() + ms, ring };
    });
  }

  /** Ends a wait that would take longer. */
  #ringWithin(ms: number): void {
    const dueAt = performance.now() + ms;
    if (!this.#alarm || this.#alarm.dueAt <= dueAt) return;
    const { timer, ring } = this.#alarm;
    clearTimeout(timer);
    this.#alarm = { timer: setTimeout(ring, ms), dueAt, ring };
  }
}

/** The server is there, and must not be read instead of the primary. */
class UnfitError extends Error {}

function refuseUnfit(replica: ServerState, primary: ServerState): void {
  const reason = whyNoReplica(replica, primary);
  if (reason !== undefined) throw new UnfitError(`the server ${reason}`);
  // Positions of two histories say nothing of each other.
  if (replica.timeline !== primary.timeline)
    throw new UnfitError(
      `it follows timeline ${String(replica.timeline)}, the primary is on ${String(primary.timeline)}`,
    );
}
