import { randomUUID } from "node:crypto";
import pg from "pg";
import type { Change } from "./change.ts";
import { EVERYTHING } from "./change.ts";
import { ChangeBatch } from "./changeBatch.ts";
import type { ListeningConnection } from "./listeningConnection.ts";
import { openListeningConnection } from "./listeningConnection.ts";
import type { ServerState } from "#server/platform/db/serverState.ts";
import { readServerState } from "#server/platform/db/serverState.ts";

/** PostgreSQL notification channel of the change feed. */
export const CHANGE_CHANNEL = "hearback_change";

/**
 * Minimum milliseconds between two notifications to other processes. A NOTIFY in each write would
 * slow down all writes.
 */
const FLUSH_MS = 100;

/** Milliseconds before a failed notification is sent again. */
const RETRY_MS = 1_000;

type Listener = (change: Change) => void;

export interface ChangeFeed {
  /**
   * Publishes a change to the subscribers of this process synchronously, and to other processes
   * within about 100 ms.
   */
  publish(change: Change): void;
  /**
   * Calls the listener for each change of any process, and with `EVERYTHING` whenever changes have
   * possibly been missed.
   * @returns a function that ends the subscription
   */
  subscribe(listener: Listener): () => void;
  close(): Promise<void>;
}

/** A change feed that also receives changes of other processes. */
export interface ListeningFeed extends ChangeFeed {
  /** Whether the connection that receives the changes of other processes is open. */
  readonly isListening: boolean;
  /**
   * Reads the server's state over the listening connection, which also proves that the connection
   * is alive.
   * @throws the driver's error within seconds if the query fails, or an error if there is no
   * connection. After a connection error, `isListening` is false.
   */
  readServerState(): Promise<ServerState>;
}

interface Message {
  from: string;
  changes: Change[];
}

export interface ChangeFeedOptions {
  connectionString: string;
  onError: (error: Error) => void;
}

/**
 * Opens the change feed on its own connection. A lost connection is replaced automatically, and
 * subscribers then receive `EVERYTHING`. A connection that no longer responds is replaced within
 * about 10 s.
 */
export function openChangeFeed(options: ChangeFeedOptions): ListeningFeed {
  return new PostgresChangeFeed(options);
}

class PostgresChangeFeed implements ListeningFeed {
  readonly #processId = randomUUID();
  readonly #listeners = new Set<Listener>();
  readonly #pending = new ChangeBatch();
  readonly #connection: ListeningConnection;
  readonly #onError: (error: Error) => void;
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor({ connectionString, onError }: ChangeFeedOptions) {
    this.#onError = onError;
    this.#connection = openListeningConnection({
      connectionString,
      channel: CHANGE_CHANNEL,
      onError,
      onMessage: (payload) => this.#onMessage(payload),
      onConnected: () => {
        this.#deliver(EVERYTHING);
        if (!this.#pending.isEmpty) this.#flushWithin(FLUSH_MS);
      },
    });
  }

  get isListening(): boolean {
    return this.#connection.isConnected;
  }

  readServerState(): Promise<ServerState> {
    return this.#connection.run(readServerState);
  }

  publish(change: Change): void {
    this.#deliver(change);
    this.#pending.add(change);
    this.#flushWithin(FLUSH_MS);
  }

  subscribe(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    if (!this.#pending.isEmpty) await this.#flush().catch(this.#onError);
    await this.#connection.close();
  }

  #deliver(change: Change): void {
    for (const listener of this.#listeners) listener(change);
  }

  #onMessage(payload: string | undefined): void {
    const { from, changes } = parse(payload);
    if (from !== this.#processId) for (const change of changes) this.#deliver(change);
  }

  async #flush(): Promise<void> {
    this.#timer = undefined;
    // Without a connection the changes stay pending until `onConnected` sends them.
    if (!this.#connection.isConnected) return;
    const batches = this.#pending.take();
    try {
      await this.#connection.run((client) => notify(client, this.#processId, batches));
    } catch (error) {
      // The changes are sent again, although other processes have possibly received some of them:
      // receiving a change twice is harmless.
      for (const change of batches.flat()) this.#pending.add(change);
      if (!this.#isClosed) this.#flushWithin(RETRY_MS);
      throw error;
    }
  }

  #flushWithin(ms: number): void {
    this.#timer ??= setTimeout(() => void this.#flush().catch(this.#onError), ms);
  }
}

/**
 * Publishes a change to all processes over the caller's connection. In a transaction, the change is
 * delivered on commit.
 */
export async function notifyChange(client: pg.Client, change: Change): Promise<void> {
  await notify(client, randomUUID(), [[change]]);
}

async function notify(
  client: pg.Client,
  from: string,
  batches: readonly Change[][],
): Promise<void> {
  await client.query("select pg_notify($1, payload) from unnest($2::text[]) payload", [
    CHANGE_CHANNEL,
    batches.map((changes) => JSON.stringify({ from, changes } satisfies Message)),
  ]);
}

/**
 * Parses a message. An unreadable message, for example from a process of another version, is
 * treated as `EVERYTHING`.
 */
function parse(payload: string | undefined): Message {
  try {
    const message = JSON.parse(payload ?? "") as Partial<Message>;
    if (Array.isArray(message.changes))
      return { from: message.from ?? "", changes: message.changes };
  } catch {
    // The payload is not JSON.
  }
  return { from: "", changes: [EVERYTHING] };
}

/** Notifies all running portals of a change that a program outside the portals has made. */
export async function notifyPortals(connectionString: string, change: Change): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    await notifyChange(client, change);
  } finally {
    await client.end();
  }
}
